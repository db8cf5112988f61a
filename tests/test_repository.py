"""Habits of the repository: workflows are valid and call make, versions agree, expected files exist."""

import re
import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML

import jounce

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M))


def read_yaml(path: Path):
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_calls_make_targets_only(path):
    workflow = read_yaml(path)
    assert {"name", "jobs", "permissions"} <= set(workflow)
    for name, job in workflow["jobs"].items():
        assert "timeout-minutes" in job, name
        commands = [step["run"] for step in job["steps"] if "run" in step]
        assert commands, name
        for command in commands:
            called = re.fullmatch(r"make ([a-z-]+)( [A-Z]+=\S+)*", command)
            assert called, f"{path.name}, {name}: {command}"
            assert called[1] in TARGETS, command


def test_versions_of_python_are_those_that_are_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    matrix = read_yaml(ROOT / ".github/workflows/test.yml")["jobs"]["test"]["strategy"]["matrix"]
    assert project["requires-python"] == f">={matrix['python'][0]}"
    listed = {line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)}
    assert listed == set(matrix["python"])


def test_the_version_stands_in_one_place():
    assert "version" not in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert read_yaml(ROOT / "CITATION.cff")["version"] == jounce.__version__
    assert f"## [{jounce.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.name
)
def test_an_issue_form_asks_for_something(path):
    form = read_yaml(path)
    assert {"name", "description", "body"} <= set(form)
    assert any(part.get("validations", {}).get("required") for part in form["body"])


@pytest.mark.parametrize(
    "name", ["LICENSE", "NOTICE", "CITATION.cff", "SECURITY.md", "CODE_OF_CONDUCT.md", ".pre-commit-config.yaml"]
)
def test_the_file_exists(name):
    assert (ROOT / name).stat().st_size > 200


def test_the_site_has_every_page():
    """`make docs-site` builds it; this is what can be checked without MkDocs."""
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    listed = set(re.findall(r"[\w/]+\.md", navigation))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    made = {"index.md", "reference/api.md", "reference/options.md", "reference/keys.md"}
    beside = {"CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"}
    assert listed == pages | made | beside
