"""Step a car over TCP or UDP: a circle for ten seconds, with nothing but the standard library.

    jounce serve sedan --tcp 127.0.0.1:4951                  in one terminal
    python examples/lockstep_client.py 127.0.0.1 4951        in another; --udp for a server with --udp

The messages are described byte by byte in docs/lockstep.md.
"""

import argparse
import socket
import struct
import sys

HEAD = struct.Struct("<4sHHII")  # magic, version, kind, size, sequence
HELLO, INPUTS, CHANNELS, STEP, READ, BYE = 1, 2, 3, 4, 5, 11
ERROR = 199
TIMEOUT = 60.0
"""Longest wait for a reply over TCP [s]."""
RETRY = 0.5
"""Wait after which a datagram is sent again [s]: the server answers one number once, and repeats its answer."""


class LockstepClient:
    """A car at the other end of a socket."""

    def __init__(self, host, port, udp=False):
        self.sequence, self.udp = 0, udp
        kind = socket.SOCK_DGRAM if udp else socket.SOCK_STREAM
        self.socket = socket.socket(socket.AF_INET, kind)
        self.socket.connect((host, port))
        self.socket.settimeout(RETRY if udp else TIMEOUT)

    def ask(self, kind, body=b""):
        """Send a request and wait for its reply; raises RuntimeError with the sentence of one that was refused."""
        self.sequence += 1
        request = HEAD.pack(b"JNLS", 1, kind, HEAD.size + len(body), self.sequence) + body
        found, answer = self._exchange_datagrams(request) if self.udp else self._exchange_stream(request)
        if found == ERROR:
            raise RuntimeError(answer.decode())
        return answer

    def choose(self, inputs, channels):
        """Say which inputs `step` takes, and which channels it returns."""
        self.ask(HELLO)
        self.ask(INPUTS, "\n".join(inputs).encode())
        self.ask(CHANNELS, "\n".join(channels).encode())

    def step(self, seconds, *inputs):
        """Step the car; time [s] and channels."""
        return self._state(self.ask(STEP, struct.pack(f"<{1 + len(inputs)}d", seconds, *inputs)))

    def read(self):
        """Time [s] and channels as they are."""
        return self._state(self.ask(READ))

    def close(self):
        """Say goodbye."""
        self.ask(BYE)
        self.socket.close()

    def _state(self, body):
        return struct.unpack(f"<{len(body) // 8}d", body)

    def _exchange_stream(self, request):
        self.socket.sendall(request)
        _, _, kind, size, _ = HEAD.unpack(self._receive(HEAD.size))
        return kind, self._receive(size - HEAD.size)

    def _receive(self, size):
        content = b""
        while len(content) < size:
            more = self.socket.recv(size - len(content))
            if not more:
                raise RuntimeError("the server has closed the connection")
            content += more
        return content

    def _exchange_datagrams(self, request):
        for _ in range(20):
            self.socket.send(request)
            try:
                while True:
                    content = self.socket.recv(65536)
                    _, _, kind, _, sequence = HEAD.unpack_from(content)
                    if sequence == self.sequence:
                        return kind, content[HEAD.size :]
            except TimeoutError:
                continue
        raise RuntimeError("no answer")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("host", nargs="?", default="127.0.0.1")
    arguments.add_argument("port", nargs="?", type=int, default=4951)
    arguments.add_argument("--udp", action="store_true")
    given = arguments.parse_args()

    try:
        car = LockstepClient(given.host, given.port, given.udp)
        car.choose(["steer", "throttle"], ["chassis.position_x", "chassis.position_y", "chassis.speed"])
        print("time_s,x_m,y_m,speed_m_s")
        for _ in range(10):
            for _ in range(100):
                found = car.step(0.01, 0.2, 0.2)
            print(",".join(f"{number:.17g}" for number in found))
        car.close()
    except (OSError, RuntimeError) as error:
        print(f"{given.host}:{given.port}: {error}; is `jounce serve` running?", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
