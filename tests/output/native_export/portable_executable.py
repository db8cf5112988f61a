"""What a library for Windows takes from others and gives to them, read from its headers."""

import struct
from pathlib import Path


class PortableExecutable:
    """A DLL: `imports` by library, and `exports`."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        start = self._number("<I", 0x3C)
        assert self.data[start : start + 4] == b"PE\0\0"
        self.machine, sections = struct.unpack_from("<HH", self.data, start + 4)
        options = start + 24
        size = self._number("<H", start + 20)
        self._sections = [
            struct.unpack_from("<IIII", self.data, options + size + 40 * i + 8)[:4] for i in range(sections)
        ]
        self._directory = [struct.unpack_from("<II", self.data, options + 112 + 8 * i)[0] for i in range(2)]
        self.exports = self._read_exports()
        self.imports = dict(self._read_imports())

    def _number(self, kind: str, place: int) -> int:
        return struct.unpack_from(kind, self.data, place)[0]

    def _place(self, address: int) -> int:
        """Where in the file the memory at an address comes from."""
        for size, first, stored, begin in self._sections:
            if first <= address < first + max(size, stored):
                return begin + address - first
        raise ValueError(hex(address))

    def _text(self, address: int) -> str:
        place = self._place(address)
        return self.data[place : self.data.index(b"\0", place)].decode()

    def _read_exports(self) -> set[str]:
        table = self._place(self._directory[0])
        count, names = self._number("<I", table + 24), self._place(self._number("<I", table + 32))
        return {self._text(self._number("<I", names + 4 * i)) for i in range(count)}

    def _read_imports(self):
        place = self._place(self._directory[1])
        while self._number("<I", place + 12):
            entry, names = self._place(self._number("<I", place) or self._number("<I", place + 16)), set()
            while address := self._number("<Q", entry):
                names.add(self._text(address + 2))
                entry += 8
            yield self._text(self._number("<I", place + 12)), names
            place += 20
