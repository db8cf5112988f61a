"""YAML 1.2 text as plain data that remembers its lines.

Mappings have text keys; scalars are None, bool, int, float or str. `<<` merges mappings, anchors and aliases work.
What is wrong but does not prevent reading (a key given twice, an unknown tag) is kept as findings for the reader of
the data to report together with its own.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, ReusedAnchorWarning, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from jounce.errors import ModelError
from jounce.findings import Finding, dotted, is_breaking, shown
from jounce.schema.files import MAX_YAML_SIZE, read_text_file

MAX_NODES = 300_000
"""Values of a file with all aliases written out; a car has about 500."""
_TAG = "tag:yaml.org,2002:"
_PLAIN_TAGS = tuple(_TAG + name for name in ("str", "int", "float", "bool", "null", "timestamp", "map", "seq", "merge"))
_SPECIAL = {".inf": math.inf, "+.inf": math.inf, "-.inf": -math.inf, ".nan": math.nan}


@dataclass(frozen=True)
class Source:
    """Plain data, the name of its file, the findings of reading it, and its lines."""

    data: Any
    file: str
    findings: tuple[Finding, ...] = ()
    root: Node | None = field(default=None, repr=False, compare=False)

    @property
    def folder(self) -> Path:
        """The folder of the file, to which other files that it names are relative; the current one for a text."""
        return Path(self.file).parent

    def line(self, path: Sequence[str | int]) -> int:
        """The line, from 1, of the value under a path of keys and indices, or of its nearest parent that exists."""
        node, line = self.root, 1
        for step in path:
            found = next((child for key, child in _children(node) if key == str(step)), None)
            if found is None:
                break
            line, node = found
        return line

    def locate(self, finding: Finding, path: Sequence[str | int] = ()) -> Finding:
        """A finding about the value under `path`, with file and line; its own dotted path is followed as well."""
        return finding.at(self.file, self.line([*path, *finding.where.split(".")]))

    def mapping(self, what: str, keys: Iterable[str]) -> dict[str, Any]:
        """The data, if it is a mapping; else raises ModelError: not a `what`, but with which keys it would be one."""
        if not isinstance(self.data, dict):
            expected = f"a mapping with the keys {', '.join(keys)}"
            raise ModelError([self.locate(Finding("", f"not a {what}", shown(self.data), expected))], self.file)
        return self.data

    def raise_findings(self, findings: Iterable[Finding]) -> None:
        """Raise a ModelError with the findings, each once and in the order of their lines; nothing without any."""
        found = sorted(dict.fromkeys(findings), key=lambda finding: finding.line or 0)
        if found:
            raise ModelError(found, self.file)


def load_source(path: str | Path) -> Source:
    """Read a YAML file; raises FileError when it cannot be read and ModelError when it is not YAML."""
    return parse_source(read_text_file(path, MAX_YAML_SIZE), str(path))


def parse_source(text: str, file: str = "<text>") -> Source:
    """Read YAML text; raises ModelError with file and line when it is not YAML."""
    try:
        root = _compose(text)
        if root is None:
            raise ModelError([Finding("", "empty file", expected="keys and values", file=file, line=1)], file)
        if _expanded_size(root, {}) > MAX_NODES:
            hint = "write less, or in several files"
            raise ModelError(
                [Finding("", "too many values, or aliases that multiply", hint=hint, file=file, line=1)], file
            )
        builder = _Builder()
        return Source(builder.build(root), file, tuple(found.at(file, found.line) for found in builder.findings), root)
    except YAMLError as error:
        raise ModelError([_syntax_finding(error, file)], file) from None
    except RecursionError:
        raise ModelError([Finding("", "nested too deeply", file=file, line=1)], file) from None


def _compose(text: str) -> Node | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReusedAnchorWarning)  # YAML 1.2 allows it: the latest one counts
        return YAML(typ="safe", pure=True).compose(text)


def _syntax_finding(error: YAMLError, file: str) -> Finding:
    if not isinstance(error, MarkedYAMLError):
        return Finding("", "not YAML", str(error).splitlines()[0], file=file, line=1)
    mark = error.problem_mark or error.context_mark
    what = ", ".join(part for part in (error.context, error.problem) if part)
    return Finding("", f"not YAML: {what}", file=file, line=mark.line + 1 if mark is not None else 1)


class _Builder:
    """Turns nodes into data, each node once, however many aliases point to it."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.done: dict[int, Any] = {}
        self.open: set[int] = set()

    def build(self, node: Node, *path: str) -> Any:
        if id(node) in self.open:
            self.note(node, path, "an alias that contains itself", hint="write the value out")
            return None
        if id(node) not in self.done:
            self.open.add(id(node))
            self.done[id(node)] = self.fresh(node, path)
            self.open.remove(id(node))
        return self.done[id(node)]

    def fresh(self, node: Node, path: tuple[str, ...]) -> Any:
        if node.tag not in _PLAIN_TAGS:
            self.note(node, path, f"unknown tag {node.tag}", hint="leave the tag out")
        if isinstance(node, ScalarNode):
            if any(0xD800 <= ord(c) < 0xE000 for c in node.value):
                self.note(node, path, "a lone surrogate, which is no character", shown(node.value), "text")
            return _scalar(node)
        if isinstance(node, SequenceNode):
            return [self.build(item, *path, str(i)) for i, item in enumerate(node.value)]
        data: dict[str, Any] = {}
        for key, value in node.value:
            name = _key(key)
            if key.tag == _TAG + "merge" and name == "<<":
                continue
            if any(is_breaking(c) for c in name):
                self.note(key, path, "a character that is not allowed in a key", shown(name), "a string on one line")
            if name in data:
                self.note(key, (*path, name), "key given twice", hint="keep one")
            else:
                data[name] = self.build(value, *path, name)
        return self.merge(node, path) | data

    def merge(self, node: Node, path: tuple[str, ...]) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for target in _merge_targets(node):
            mapping = self.build(target, *path)
            if isinstance(mapping, dict):
                data = mapping | data
            else:
                self.note(target, (*path, "<<"), "not a mapping", shown(mapping), "an alias of a mapping")
        return data

    def note(
        self, node: Node, path: tuple[str, ...], what: str, got: str = "", expected: str = "", hint: str = ""
    ) -> None:
        self.findings.append(Finding(dotted(*path), what, got, expected, hint, line=node.start_mark.line + 1))


def _children(node: Node | None, seen: frozenset[int] = frozenset()) -> Iterator[tuple[str, tuple[int, Node]]]:
    """Key or index, line and node of what a node holds; merged keys after the node's own."""
    if isinstance(node, SequenceNode):
        for i, item in enumerate(node.value):
            yield str(i), (item.start_mark.line + 1, item)
    elif isinstance(node, MappingNode):
        for key, value in node.value:
            yield _key(key), (key.start_mark.line + 1, value)
        for target in _merge_targets(node):
            if id(target) not in seen:
                yield from _children(target, seen | {id(target)})


def _expanded_size(node: Node, known: dict[int, int]) -> int:
    """Values below a node with every alias written out; an alias inside itself counts once."""
    if id(node) not in known:
        known[id(node)] = 1
        parts = [part for pair in node.value for part in pair] if isinstance(node, MappingNode) else node.value
        parts = [] if isinstance(node, ScalarNode) else parts
        known[id(node)] = 1 + sum(_expanded_size(part, known) for part in parts)
    return known[id(node)]


def _merge_targets(node: Node) -> list[Node]:
    targets = [value for key, value in node.value if key.tag == _TAG + "merge"]
    return [item for value in targets for item in (value.value if isinstance(value, SequenceNode) else [value])]


def _key(node: Node) -> str:
    return node.value if isinstance(node, ScalarNode) else f"<{type(node).__name__}>"


def _scalar(node: ScalarNode) -> Any:
    """A scalar by the core schema of YAML 1.2; what does not fit its tag is text."""
    text: str = node.value
    try:
        match str(node.tag).removeprefix(_TAG):
            case "null":
                return None
            case "bool":
                return text.lower() == "true"
            case "int":
                return int(text, 0) if text.lower()[:2] in ("0o", "0x") else int(text)
            case "float":
                return _SPECIAL[text.lower()] if text.lower() in _SPECIAL else float(text)
    except ValueError:
        pass
    return text
