"""`init-env`: fresh secrets, once, for the eyes of one."""

import ast
import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands.common import Refused
from app.commands.env_file import env_text, write_env
from tests.support.deploy.compose import env_of
from tests.support.exact import exactly
from tests.support.processes import ROOT, outcome, spawn


def test_every_secret_is_new_and_fit_for_a_url() -> None:
    first, second = env_of(env_text()), env_of(env_text())
    secrets = [name for name in first if name.endswith("_PASSWORD")]
    assert secrets == ["POSTGRES_PASSWORD", "REDIS_PASSWORD", "GRAFANA_PASSWORD"]
    values = [file[name] for file in (first, second) for name in secrets]
    assert len(set(values)) == 6
    assert all(len(value) == 48 and value.isalnum() for value in values)


def test_a_domain_is_a_bare_name() -> None:
    assert env_of(env_text("play.example.org"))["DOMAIN"] == "play.example.org"
    for strange in ("https://play.example.org", "play.example.org:443", "a b", "a\nREPLICAS=9", "广安.cn"):
        with pytest.raises(Refused):
            env_text(strange)


def test_only_the_owner_reads_it_and_nobody_overwrites_it(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    write_env(file, "first")
    assert file.stat().st_mode & 0o777 == 0o600
    known = "the database may use its password already: edit the file, or move it away."
    with pytest.raises(Refused, match=exactly(f"{file} exists, and {known}")):
        write_env(file, "second")
    assert file.read_text() == "first"
    nowhere = tmp_path / "missing" / ".env"
    with pytest.raises(Refused, match=exactly(f"{nowhere} cannot be written to: No such file or directory.")):
        write_env(nowhere, "text")


@pytest.mark.process
async def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "env"
    code, output = await outcome(await spawn("init-env", "--file", str(file), "--domain", "play.example.org"))
    assert code == 0, output
    written = await asyncio.to_thread(file.read_text)
    assert env_of(written)["DOMAIN"] == "play.example.org"
    code, output = await outcome(await spawn("init-env", "--file", str(file)))
    assert code == 2
    assert output.count("\n") == 1
    assert await asyncio.to_thread(file.read_text) == written
    code, output = await outcome(await spawn("init-env", "--print"))
    assert code == 0
    assert env_of(output).keys() == env_of(written).keys()


@pytest.mark.process
def test_it_needs_nothing_installed(tmp_path: Path) -> None:
    """Before Docker has built anything there is only the machine's own Python."""
    bare = [sys.executable, "-I", "-S", "-c"]
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from app.commands.program import main; "
        "sys.exit(main())"
    )
    done = subprocess.run(
        [*bare, program, "init-env"], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "POSTGRES_PASSWORD=" in (tmp_path / ".env").read_text()


@pytest.mark.process
def test_an_old_python_says_so_in_one_sentence(tmp_path: Path) -> None:
    """What it reads before the sentence it has to understand."""
    for file in ("__init__.py", "__main__.py"):
        ast.parse((ROOT / "app" / file).read_text("utf-8"), feature_version=(3, 6))
    program = (
        "import runpy, sys; sys.version_info = (3, 8, 10, 'final', 0); sys.argv = ['app', 'init-env'];"
        f"sys.path.insert(0, {str(ROOT)!r}); runpy.run_module('app', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr == "This program needs Python 3.11 or newer. This is Python 3.8.\n"
    assert not (tmp_path / ".env").exists()
