"""Hooks of MkDocs: pages that are made from the program, and links that leave docs/.

The home page is README.md; CHANGELOG.md and its neighbours join the site; reference pages come from docstrings and from
the command line. A link from a page to a file outside docs/ leads to a copy of that file in the site.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
"""Pages at the root of the repository that are pages of the site."""
LINK = re.compile(r"(?P<before>\]\(|(?:src|href)=\")(?P<target>[^)\s\":#]+)(?P<anchor>#[^)\s\"]*)?(?P<after>[)\"])")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made here, and copies of the files that pages link to."""
    made = {
        "index.md": (ROOT / "README.md").read_text(encoding="utf-8").replace("](docs/", "](").replace('"docs/', '"'),
        "reference/api.md": api_page(),
        "reference/options.md": options_page(),
        "reference/keys.md": keys_page(),
        **{name: (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](") for name in BESIDE},
    }
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    for path in sorted(linked_files()):
        relative = path.relative_to(ROOT).as_posix()
        name = f"source/{relative}.txt" if path.suffix in (".md", ".py", ".html") else f"source/{relative}"
        files.append(File.generated(config, name, content=path.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links that leave docs/ to the copies in the site."""
    here = (ROOT if page.file.src_uri in ("index.md", *BESIDE) else DOCS / page.file.src_uri).resolve()
    folder = here if here == ROOT else here.parent
    up = "../" * page.file.src_uri.count("/")

    def lead(found: re.Match[str]) -> str:
        path = leaving(folder, found["target"])
        if path is None:
            return found[0]
        if path.name in BESIDE and path.parent == ROOT:
            return f"{found['before']}{up}{path.name}{found['anchor'] or ''}{found['after']}"
        relative = path.relative_to(ROOT).as_posix()
        ending = ".txt" if path.suffix in (".md", ".py", ".html") else ""
        return f"{found['before']}{up}source/{relative}{ending}{found['after']}"

    return LINK.sub(lead, markdown)


def linked_files() -> set[Path]:
    """Files outside docs/ to which pages of the site link."""
    found = set()
    pages = [(path, path.parent) for path in DOCS.rglob("*.md")] + [
        (ROOT / name, ROOT) for name in ("README.md", *BESIDE)
    ]
    for page, folder in pages:
        for match in LINK.finditer(page.read_text(encoding="utf-8")):
            path = leaving(folder, match["target"])
            if path is not None and not (path.name in BESIDE and path.parent == ROOT):
                found.add(path)
    return found


def leaving(folder: Path, target: str) -> Path | None:
    """The file to which a link leads if it exists and lies outside docs/, else None."""
    if re.match(r"[a-z]+:", target):
        return None
    path = (folder / target).resolve()
    return path if path.is_file() and path.is_relative_to(ROOT) and not path.is_relative_to(DOCS) else None


def api_page() -> str:
    """Every public name with its whole docstring, by mkdocstrings."""
    import jounce

    parts = [
        "# Python API in full\n",
        "Signatures and docstrings of all that `import jounce` offers; [api.md](../api.md) is the short list.\n",
    ]
    parts += [f"::: {home}.{name}\n" for name, home in jounce._HOMES.items()]
    return "\n".join(parts)


def options_page() -> str:
    """Every command with its arguments and options, from the command line itself."""
    import typer

    from jounce.cli.main import app

    parts = [
        "# Options of all commands\n",
        "Written from the command line; [commands.md](../commands.md) explains them.\n",
    ]
    for name, command in _commands(typer.main.get_command(app)):
        parts += [f"## `jounce {name}`\n", f"{_paragraphs(command.help)}\n"]
        context = command.make_context("", [], resilient_parsing=True)
        rows = [_row(one) for one in command.get_params(context) if one.name != "help"]
        if rows:
            parts += ["| argument or option | default | meaning |\n|---|---|---|", *rows, ""]
    return "\n".join(parts)


def keys_page() -> str:
    """Every key of every YAML file, from the classes that read them."""
    from tools.key_reference import render

    return render()


def _commands(group: Any, before: str = "") -> list[tuple[str, Any]]:
    found = []
    for name, command in group.commands.items():
        found.append((f"{before}{name}", command))
        if hasattr(command, "commands"):
            found += _commands(command, f"{before}{name} ")
    return found


def _row(parameter: Any) -> str:
    name = ", ".join(parameter.opts) if parameter.param_type_name == "option" else parameter.name.upper()
    default = "" if parameter.default in (None, "", (), []) or callable(parameter.default) else f"`{parameter.default}`"
    return f"| `{name}` | {default} | {(parameter.help or '').replace('|', chr(92) + '|')} |"


def _paragraphs(text: str | None) -> str:
    return re.sub(r"^Example: (.*)$", r"    \1", text or "", flags=re.M)
