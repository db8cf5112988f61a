"""Drive a car over UDP: a circle for ten seconds, with nothing but the standard library.

    jounce realtime --udp 127.0.0.1:4950 --seconds 30        in one terminal
    python examples/udp_client.py 127.0.0.1 4950             in another

The packets are described byte by byte in docs/realtime.md.
"""

import argparse
import math
import socket
import struct
import sys
import time

INPUT = struct.Struct("<4sHHIffffhH")  # magic, version, size, sequence, steer, throttle, brake, handbrake, gear, flags
OUTPUT = struct.Struct("<4sHHIId3d4f3f3fffhHIHH")  # see docs/realtime.md
AUTOMATIC = 127
RATE = 50.0
"""Packets per second; fewer than two let the dead man's switch act."""


def input_packet(sequence, steer, throttle, brake):
    return INPUT.pack(b"JNCI", 1, INPUT.size, sequence, steer, throttle, brake, 0.0, AUTOMATIC, 0)


def pose(packet):
    """Simulated time, x, y, heading [deg] and speed of an output packet; None if it is none."""
    if len(packet) < OUTPUT.size or packet[:4] != b"JNCO":
        return None
    fields = OUTPUT.unpack_from(packet)
    if fields[1] != 1 or fields[2] != len(packet):
        return None
    t, x, y = fields[5:8]
    q0, q1, q2, q3 = fields[9:13]
    vx, vy, _ = fields[13:16]
    heading = math.degrees(math.atan2(2.0 * (q0 * q3 + q1 * q2), 1.0 - 2.0 * (q2 * q2 + q3 * q3)))
    return t, x, y, heading, math.hypot(vx, vy)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("host", nargs="?", default="127.0.0.1")
    arguments.add_argument("port", nargs="?", type=int, default=4950)
    arguments.add_argument("--seconds", type=float, default=10.0)
    given = arguments.parse_args()

    port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    port.setblocking(False)
    begin, sequence, newest, shown = time.monotonic(), 0, None, -1.0
    while (now := time.monotonic() - begin) < given.seconds:
        braking = now > 0.8 * given.seconds
        throttle, brake = (0.0, 0.5) if braking else (0.25, 0.0)
        port.sendto(input_packet(sequence, 0.4, throttle, brake), (given.host, given.port))
        sequence += 1
        try:
            while True:
                newest = pose(port.recv(4096)) or newest
        except OSError:  # nothing there yet, or nobody
            pass
        if newest is not None and now - shown >= 0.5:
            print(
                "t = {:7.3f} s   x = {:7.2f} m   y = {:7.2f} m   heading = {:6.1f}°   speed = {:5.2f} m/s".format(
                    *newest
                )
            )
            shown = now
        time.sleep(1.0 / RATE)
    if newest is None:
        print(f"no answer from {given.host}:{given.port}; is `jounce realtime --udp` running?", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
