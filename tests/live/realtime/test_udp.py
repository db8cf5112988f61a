"""Packets: what is valid is taken, what is not is counted, and nothing that comes can hurt."""

import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from jounce.errors import InputError
from jounce.lab.cockpit.controls import AUTO, THROTTLE
from jounce.lab.results.channel_names import CHANNELS as CHANNEL_TABLE
from jounce.live.realtime.loop import Loop
from jounce.live.realtime.packets import (
    CAR_CHANNELS,
    CAR_START,
    HEAD,
    INPUT,
    VERSION,
    WHEEL_CHANNELS,
    OutputPacker,
    is_newer,
    output_size,
    pack_input,
    parse_input,
    parse_output,
)
from jounce.live.realtime.sample_layout import SampleLayout
from jounce.live.realtime.udp import MAX_PACKETS_PER_TICK, SEQUENCE_TIMEOUT, UdpPort

WHEELS = ("fl", "fr")
CHANNELS = tuple(channel.replace("WHEEL", wheel) for wheel in WHEELS for channel in WHEEL_CHANNELS)
POSITION = ("chassis.position_x", "chassis.position_y", "chassis.position_z")
LAYOUT = SampleLayout(("time", *POSITION, *CAR_CHANNELS, *CHANNELS), WHEELS, 3)
COLUMN = LAYOUT.columns
CLIENT = Path(__file__).parents[3] / "examples" / "udp_client.py"


class Port:
    """A port with a clock of its own, and a socket that sends to it."""

    def __init__(self, **given) -> None:
        self.time = 0.0
        self.port = UdpPort(LAYOUT, ("127.0.0.1", 0), now=lambda: self.time, **given)
        self.client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.client.settimeout(5.0)
        self.controls = [0.0] * 5

    def send(self, *packets: bytes) -> bool:
        for packet in packets:
            self.client.sendto(packet, self.port.address)
        return self.port.read(0.0, self.controls)

    def close(self) -> None:
        self.port.close()
        self.client.close()


@pytest.fixture
def port():
    port = Port()
    yield port
    port.close()


def test_sizes_are_as_documented():
    assert INPUT.size == 32
    assert HEAD.size == 32
    assert CAR_START == 80
    assert output_size(4) == 140 + 4 * 40


def test_every_number_is_a_channel_of_results():
    for channel in (*CAR_CHANNELS, *WHEEL_CHANNELS):
        assert channel in CHANNEL_TABLE


def test_an_input_packet_says_what_was_packed():
    packet = pack_input(7, steer=-0.5, throttle=0.25, brake=1.0, handbrake=0.125, gear=-1)
    found = parse_input(packet)
    assert (found.sequence, found.steer, found.throttle, found.brake, found.handbrake, found.gear) == (
        *(7, -0.5, 0.25, 1.0, 0.125),
        -1,
    )


def test_numbers_beyond_their_limits_are_put_there():
    found = parse_input(pack_input(1, steer=-9.0, throttle=2.0, brake=-1.0))
    assert (found.steer, found.throttle, found.brake) == (-1.0, 1.0, 0.0)


@given(st.binary(max_size=80))
@example(b"")
@example(pack_input(1)[:-1])
@example(pack_input(1) + b"x")
def test_no_bytes_can_hurt(packet):
    found = parse_input(packet)
    assert found is None or (-1.0 <= found.steer <= 1.0 and 0.0 <= found.throttle <= 1.0)
    assert parse_output(packet) is None or len(packet) >= CAR_START


@given(st.binary(min_size=20, max_size=20), st.integers(0, 2**32 - 1))
def test_no_numbers_behind_a_good_head_can_hurt(rest, sequence):
    packet = struct.pack("<4sHHI", b"JNCI", VERSION, INPUT.size, sequence) + rest
    found = parse_input(packet)
    if found is not None:
        assert found.sequence == sequence
        assert all(np.isfinite([found.steer, found.throttle, found.brake, found.handbrake]))
        assert found.gear == AUTO or -1 <= found.gear <= 32


def test_malformed_packets_are_ignored_and_counted(port):
    good = pack_input(1, throttle=0.5)
    bad = [b"", b"hello", good[:-1], good + b"x", b"XXXX" + good[4:], good[:4] + b"\1\0" + good[6:]]
    bad += [good[:6] + b"\7\0" + good[8:], pack_input(2, steer=float("nan")), pack_input(3, brake=float("inf"))]
    bad += [pack_input(4, gear=77), b"\0" * 3000]
    assert not port.send(*bad)
    assert port.port.counters() == {"received": 0, "malformed": len(bad), "stale": 0, "sent": 0, "unsent": 0}
    assert port.send(good)
    assert port.controls[THROTTLE] == 0.5


def test_older_packets_are_ignored(port):
    assert port.send(pack_input(10, throttle=0.5))
    assert not port.send(pack_input(10, throttle=0.6), pack_input(9, throttle=0.7))
    assert port.controls[THROTTLE] == 0.5
    assert port.port.counters()["stale"] == 2
    assert port.send(pack_input(11, throttle=0.75), pack_input(12, throttle=1.0))
    assert port.controls[THROTTLE] == 1.0


def test_sequence_numbers_wrap_around(port):
    assert is_newer(0, 2**32 - 1)
    assert not is_newer(2**32 - 1, 0)
    assert port.send(pack_input(2**32 - 1, throttle=0.5))
    assert port.send(pack_input(0, throttle=0.25))
    assert port.port.sequence == 0
    assert not port.send(pack_input(2**32 - 1, throttle=1.0))


@given(st.integers(0, 2**32 - 1), st.integers(1, 2**31 - 1))
def test_newer_is_one_sided(number, ahead):
    assert is_newer((number + ahead) % 2**32, number)
    assert not is_newer(number, (number + ahead) % 2**32)
    assert not is_newer(number, number)


def test_a_client_that_starts_again_is_heard_after_a_silence(port):
    assert port.send(pack_input(5000))
    assert not port.send(pack_input(0))
    port.time += 2.0 * SEQUENCE_TIMEOUT
    assert port.send(pack_input(1, throttle=0.5))


def test_a_flood_is_taken_in_parts(port):
    port.send(*(pack_input(n) for n in range(1, 40)))
    assert port.port.counters()["received"] == MAX_PACKETS_PER_TICK
    while port.port.read(0.0, port.controls):
        pass
    assert port.port.counters()["received"] == 39


def test_samples_go_to_who_was_heard_last(port):
    row = np.arange(float(LAYOUT.width))
    port.port.write(row)  # nobody to send to
    assert port.port.counters()["sent"] == 0
    port.send(pack_input(41))
    row[COLUMN["loop.input_sequence"]] = port.port.sequence
    port.port.write(row)
    found = parse_output(port.client.recv(4096))
    assert found["sequence"] == 0
    assert found["input_sequence"] == 41
    assert found["late_ticks"] == row[COLUMN["loop.late_ticks"]]
    assert found["flags"] == row[COLUMN["loop.flags"]]
    assert found["gear"] == row[COLUMN["gearbox.gear"]]
    assert found["quaternion"] == tuple(row[LAYOUT.quaternion])
    for name in LAYOUT.channels:
        assert found[name] == row[COLUMN[name]], name


def test_a_channel_that_a_car_does_not_have_is_not_a_number():
    layout = SampleLayout(("time", *POSITION, "chassis.speed"), ("a_long_name",), 0)
    found = parse_output(bytes(OutputPacker(layout).pack(0, np.ones(layout.width))))
    assert found["chassis.speed"] == 1.0
    assert np.isnan(found["engine.speed"])
    assert np.isnan(found["tire.a_long_n.vertical_force"])  # names are cut to eight letters


def test_a_sample_that_cannot_be_sent_is_counted(port):
    port.send(pack_input(1))
    row = np.zeros(LAYOUT.width)
    row[COLUMN["gearbox.gear"]] = 1e9  # no gear that fits
    with pytest.raises(struct.error):
        OutputPacker(LAYOUT).pack(0, row)
    port.port.write(row)
    row[COLUMN["gearbox.gear"]] = np.nan
    port.port.write(row)
    assert port.port.counters()["unsent"] == 2


def test_a_port_that_is_taken_is_refused(port):
    with pytest.raises(InputError, match="cannot listen"):
        UdpPort(LAYOUT, port.port.address)


def test_the_example_client_drives_a_car(dw18):
    port = UdpPort(dw18.layout, ("127.0.0.1", 0))
    loop = Loop(dw18, inputs=port, outputs=[port], policy="drop")
    thread = threading.Thread(target=loop.run)
    thread.start()
    try:
        arguments = [sys.executable, str(CLIENT), *map(str, port.address), "--seconds", "1.2"]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
    finally:
        loop.send("stop")
        thread.join(10.0)
        port.close()
    assert done.returncode == 0, done.stderr
    assert "heading" in done.stdout
    assert port.counters()["received"] > 0
    assert port.counters()["malformed"] == 0
    assert dw18.time > 0.0


def test_the_client_says_when_nobody_answers():
    arguments = [sys.executable, str(CLIENT), "127.0.0.1", "9", "--seconds", "0.1"]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "no answer" in done.stderr
