"""The lock-step port: the bits of the Simulation, in Python and in C, and answers to whatever else arrives."""

import contextlib
import importlib.util
import math
import random
import shutil
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from jounce.errors import InputError
from jounce.lab.simulation import Simulation
from jounce.live.lockstep import messages
from jounce.live.lockstep.messages import HEAD, BadMessageError, Message, pack, pack_numbers, parse, size_of
from jounce.live.lockstep.server import TCP, UDP, LockstepServer
from jounce.live.lockstep.session import LockstepSession

EXAMPLES = Path(__file__).parents[3] / "examples"
CHANNELS = ("chassis.position_x", "chassis.yaw_rate", "tire.fl.vertical_force")
HERE = ("127.0.0.1", 0)
NAN = math.nan


def example():
    """The client in examples/, as a module."""
    spec = importlib.util.spec_from_file_location("lockstep_client", EXAMPLES / "lockstep_client.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def car():
    return Simulation("dw18", speed=10.0, record=False)


@pytest.fixture
def session(car):
    return LockstepSession(car)


@pytest.fixture(params=[TCP, UDP])
def server(request, session):
    found = LockstepServer(session, HERE, request.param)
    thread = threading.Thread(target=found.serve)
    thread.start()
    yield found
    found.stop()
    thread.join()
    found.close()


def ask(session, kind, body=b""):
    return parse(session.answer(Message(kind, 7, body)))


def choose(session, inputs=("steer", "throttle"), channels=CHANNELS):
    assert ask(session, messages.INPUTS, "\n".join(inputs).encode()).kind == messages.OK
    assert ask(session, messages.CHANNELS, "\n".join(channels).encode()).kind == messages.OK


def step(session, *numbers):
    reply = ask(session, messages.STEP, struct.pack(f"<{len(numbers)}d", *numbers))
    return reply.numbers if reply.kind == messages.STATE else reply.text


def drive(car, steps, **inputs):
    """Times and channels of the car, stepped in Python."""
    found = []
    for _ in range(steps):
        car.step(0.01, **inputs)
        found.append((car.time, *car.observe(list(CHANNELS)).tolist()))
    return found


def test_steps_have_the_bits_of_the_simulation(server, car):
    client = example().LockstepClient(*server.address, udp=server.transport == UDP)
    client.choose(["steer", "throttle"], CHANNELS)
    found = [client.step(0.01, 0.2, 0.3) for _ in range(30)]
    client.close()
    car.reset()
    assert found == drive(car, 30, steer=0.2, throttle=0.3)
    assert server.served == 34


def test_an_input_that_is_not_a_number_stays_as_it_was(session, car):
    choose(session)
    step(session, 0.01, 0.2, 0.3)
    for _ in range(5):
        last = step(session, 0.01, NAN, NAN)
    car.reset()
    assert last == drive(car, 6, steer=0.2, throttle=0.3)[-1]


def test_snapshots_bring_back_car_and_ground(session, car):
    choose(session)
    step(session, 0.1, 0.3, 0.5)
    slot = struct.pack("<I", 3)
    assert ask(session, messages.SNAPSHOT, slot).kind == messages.OK
    first = step(session, 0.2, 0.3, 0.5)
    assert ask(session, messages.SET, b"ground.friction\t0.2").kind == messages.OK
    assert ask(session, messages.SET, b"chassis.mass\t2100 kg").kind == messages.OK
    step(session, 0.2, 0.3, 0.5)
    assert ask(session, messages.RESTORE, slot).kind == messages.STATE
    assert step(session, 0.2, 0.3, 0.5) == first
    assert ask(session, messages.SET, b"ground.friction\t0.2").kind == messages.OK
    slippery = step(session, 0.2, 0.3, 0.5)
    assert slippery[2] != step(session, 0.2, 0.3, 0.5)[2]
    # a new client finds the car at its start, on dry ground
    ask(session, messages.HELLO)
    choose(session)
    step(session, 0.1, 0.3, 0.5)
    assert step(session, 0.2, 0.3, 0.5) == first


def test_hello_lists_inputs_and_channels(session, car):
    lines = [line.split("\t") for line in ask(session, messages.HELLO).text.split("\n")]
    assert lines[0][0] == "model"
    assert [line[1] for line in lines if line[0] == "input"] == list(car.inputs)
    assert [line[1:3] for line in lines if line[0] == "channel"] == [[name, car.about(name).unit] for name in car]


@pytest.mark.parametrize(
    ("kind", "body", "sentence"),
    [
        (77, b"", "kind: no such request; got 77"),
        (messages.INPUTS, b"ster", "inputs: no such input; got 'ster'; expected a name that hello lists; did you mean"),
        (messages.CHANNELS, b"chassis.sped", "channels: no such channel; got 'chassis.sped'"),
        (messages.INPUTS, b"\xff\xfe", "body: cannot be read"),
        (messages.STEP, b"", "step: not a duration; got nan"),
        (messages.STEP, struct.pack("<2d", 0.01, 1.0), "step: wrong size; got 1 inputs; expected 0, as they were"),
        (messages.STEP, struct.pack("<d", 1e9), "step: not a duration; got 1e+09; expected seconds above 0, at most"),
        (messages.STEP, struct.pack("<d", 0.0105001), "duration: not a whole number of steps"),
        (messages.STEP, b"123", "body: cannot be read"),
        (messages.RESTORE, struct.pack("<I", 9), "restore: an empty slot; got 9"),
        (messages.SNAPSHOT, b"1", "body: cannot be read"),
        (messages.SET, b"ground.friction", "set: not a number of the car"),
        (messages.SET, b"ground.grip\t1", "ground.grip: no such number"),
        (messages.RELEASE, b"nothing", "inputs: no such input"),
    ],
)
def test_what_cannot_be_done_is_answered_with_a_sentence(session, kind, body, sentence):
    reply = ask(session, kind, body)
    assert (reply.kind, reply.sequence) == (messages.ERROR, 7)
    assert reply.text.startswith(sentence)


def test_random_requests_are_answered(session, car):
    draw = random.Random(5)
    paths = ["chassis.mass", "axles.front", "axles.front.tire.vertical_stiffness", "ground.friction", "", "..", "name"]
    values = ["0", "1e400", "-1", "nan", "2 kg", "", "abc", "1e9", "\u0661"]
    names = [*car.inputs, *CHANNELS, "", "no", "x" * 3000]
    seen = set()
    for i in range(400):
        kind = draw.choice([*range(14), 4, 4, 10, 10])
        if kind == messages.STEP:
            size = len(session.inputs) if draw.random() < 0.8 else draw.randrange(4)
            wanted = [
                draw.choice((0.001, 0.01, -1.0, NAN, 1e300)),
                *(draw.choice((0.1, 5.0, NAN, math.inf)) for _ in range(size)),
            ]
            body = struct.pack(f"<{len(wanted)}d", *wanted)
        elif kind == messages.SET:
            body = f"{draw.choice(paths)}\t{draw.choice(values)}".encode()
        else:
            texts = "\n".join(draw.choices(names, k=draw.randrange(3))).encode()
            body = draw.choice((texts, b"", draw.randbytes(draw.randrange(9)), struct.pack("<I", draw.randrange(3))))
        reply = parse(session.answer(Message(kind, i, body)))
        assert reply.sequence == i
        seen.add(reply.kind)
        if reply.kind == messages.ERROR:
            assert reply.text
    assert session.restart() is None, "whatever was set, the next client finds the car at its start"
    assert seen == {messages.OK, messages.TEXT, messages.STATE, messages.ERROR}


def test_a_bad_input_changes_nothing(session):
    choose(session)
    before = ask(session, messages.READ).numbers
    assert "steer" in step(session, 0.01, 3.0, 0.0)
    assert ask(session, messages.READ).numbers == before


def test_slots_are_limited(session):
    for i in range(64):
        assert ask(session, messages.SNAPSHOT, struct.pack("<I", i)).kind == messages.OK
    assert "too many snapshots" in ask(session, messages.SNAPSHOT, struct.pack("<I", 99)).text


def test_random_bytes_are_refused_and_the_next_client_is_served(server):
    draw, address = random.Random(3), server.address
    kind = socket.SOCK_STREAM if server.transport == TCP else socket.SOCK_DGRAM
    good = pack(messages.HELLO, 1)
    for i in range(40):
        content = bytearray(draw.randbytes(draw.randrange(1, 200))) if i % 2 else bytearray(good)
        if not i % 2:  # a message with one byte turned over
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
        with socket.socket(socket.AF_INET, kind) as port:
            port.settimeout(0.05)
            port.connect(address)
            port.send(content)
            with contextlib.suppress(TimeoutError, ConnectionError):
                port.recv(65536)
    client = None
    for _ in range(50):  # over TCP the last of them may not have gone yet
        try:
            client = example().LockstepClient(*address, udp=server.transport == UDP)
            client.choose([], ["chassis.speed"])
            break
        except (RuntimeError, ConnectionError):
            continue
    assert client.read() == (0.0, pytest.approx(10.0))
    client.close()
    assert server.ignored > 5


def test_a_second_client_is_sent_away(session):
    server = LockstepServer(session, HERE)
    thread = threading.Thread(target=lambda: server.serve(once=True))
    thread.start()
    first = example().LockstepClient(*server.address)
    first.choose([], ["chassis.speed"])
    with socket.create_connection(server.address) as second:
        reply = parse(second.recv(65536))
    assert reply.text.startswith("busy: another client")
    assert first.step(0.01)[0] == 0.01
    first.close()
    thread.join()
    server.close()


def test_a_silent_client_is_given_up(session):
    server = LockstepServer(session, HERE, idle=0.1)
    thread = threading.Thread(target=lambda: server.serve(once=True))
    thread.start()
    with socket.create_connection(server.address) as silent:
        silent.send(b"JNLS")
        silent.settimeout(10.0)
        assert silent.recv(100) == b""
    thread.join()
    server.close()


def test_a_repeated_datagram_is_answered_again_and_steps_once(session):
    server = LockstepServer(session, HERE, UDP)
    thread = threading.Thread(target=server.serve)
    thread.start()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as port:
        port.settimeout(10.0)

        def send(message):
            port.sendto(message, server.address)
            return parse(port.recv(65536))

        assert send(pack_numbers(messages.STEP, 1, [0.01])).text == "hello: say hello first"
        assert send(pack(messages.HELLO, 1)).kind == messages.TEXT
        replies = [send(pack_numbers(messages.STEP, 2, [0.01])).numbers for _ in range(3)]
        assert replies == [(0.01,)] * 3
        assert send(pack_numbers(messages.STEP, 3, [0.01])).numbers == (0.02,)
    server.stop()
    thread.join()
    server.close()


def test_bytes_that_are_no_message_are_known_early():
    assert size_of(b"JN") is None
    assert size_of(pack(messages.READ, 5, b"1234")) == HEAD.size + 4
    for content in (b"GE", HEAD.pack(b"JNLS", 2, 1, 16, 0), HEAD.pack(b"JNLS", 1, 1, 3, 0)):
        with pytest.raises(BadMessageError):
            size_of(content)
    with pytest.raises(BadMessageError):
        parse(pack(messages.READ, 5) + b"more")
    with pytest.raises(ValueError, match="at most"):
        pack(messages.READ, 1, bytes(messages.MAX_SIZE))


def test_a_port_that_is_taken_is_refused(session):
    server = LockstepServer(session, HERE)
    with pytest.raises(InputError, match="tcp: cannot listen"):
        LockstepServer(session, server.address)
    server.close()


def test_the_client_in_c_gets_the_same_bits(session, car, tmp_path):
    compiler = shutil.which("cc")
    if compiler is None or sys.platform == "win32":
        pytest.skip("no C compiler for programs of this machine")
    program = tmp_path / "client"
    subprocess.run([compiler, "-O1", str(EXAMPLES / "lockstep_client.c"), "-o", str(program)], check=True)
    server = LockstepServer(session, HERE)
    thread = threading.Thread(target=lambda: server.serve(once=True))
    thread.start()
    printed = subprocess.run([str(program), "127.0.0.1", str(server.address[1])], capture_output=True, text=True)
    thread.join()
    server.close()
    assert printed.returncode == 0, printed.stderr
    last = [float(number) for number in printed.stdout.splitlines()[-1].split(",")]
    car.reset()
    for _ in range(1000):
        car.step(0.01, steer=0.2, throttle=0.2)
    names = ["chassis.position_x", "chassis.position_y", "chassis.speed"]
    assert last == [car.time, *car.observe(names).tolist()]
