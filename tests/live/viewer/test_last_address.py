"""The address of the last drive is found again, unless its port is taken or its file was damaged."""

import socket
import stat
import sys

import pytest

from jounce.live.viewer.last_address import FILE, Address, remember_address, remembered_address

TOKEN = "x" * 32


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_an_address_is_remembered_for_its_owner_alone(tmp_path):
    address = Address(free_port(), TOKEN)
    remember_address(address, tmp_path / "new")
    assert remembered_address("127.0.0.1", tmp_path / "new") == address
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "new" / FILE).stat().st_mode) == 0o600
    other = Address(free_port(), TOKEN[::-1] + "y")
    remember_address(other, tmp_path / "new")
    assert remembered_address("127.0.0.1", tmp_path / "new") == other


def test_a_port_that_is_taken_is_not_used_again(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        remember_address(Address(taken.getsockname()[1], TOKEN), tmp_path)
        assert remembered_address("127.0.0.1", tmp_path) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"port": 80, "token": "' + TOKEN + '"}',
        '{"port": "8080", "token": "' + TOKEN + '"}',
        '{"port": 40000, "token": "short"}',
        '{"port": 40000, "token": "<script>aaaaaaaaaaaaaaaaaaa"}',
    ],
)
def test_a_damaged_file_is_no_address(tmp_path, text):
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert remembered_address("127.0.0.1", tmp_path) is None


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    remember_address(Address(40000, TOKEN), tmp_path / "file")
    assert remembered_address("127.0.0.1", tmp_path / "file") is None
