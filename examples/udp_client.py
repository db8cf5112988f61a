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

VERSION = 2
INPUT = struct.Struct("<4sHHIffffhH")  # magic, version, size, sequence, steer, throttle, brake, handbrake, gear, flags
HEAD = struct.Struct("<4sHHIIHhIHHHH")  # magic, version, size, sequence, … see docs/realtime.md
PLACE = struct.Struct("<d3d4f")  # time, position, quaternion
CAR = ("chassis.roll_angle", "chassis.pitch_angle", "chassis.yaw_angle", "chassis.speed")  # the first of them
AUTOMATIC = 127
RATE = 50.0
"""Packets per second; fewer than two let the dead man's switch act."""


def input_packet(sequence, steer, throttle, brake):
    return INPUT.pack(b"JNCI", VERSION, INPUT.size, sequence, steer, throttle, brake, 0.0, AUTOMATIC, 0)


def pose(packet):
    """Simulated time, x, y, heading [deg] and speed of an output packet; None if it is none."""
    if len(packet) < HEAD.size or packet[:4] != b"JNCO":
        return None
    head = HEAD.unpack_from(packet)
    if head[1] != VERSION or head[2] != len(packet):
        return None
    t, x, y = PLACE.unpack_from(packet, HEAD.size)[:3]
    numbers = struct.unpack_from(f"<{len(CAR)}f", packet, HEAD.size + PLACE.size)
    car = dict(zip(CAR, numbers, strict=True))
    return t, x, y, math.degrees(car["chassis.yaw_angle"]), car["chassis.speed"]


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
