"""The unit of systemd: valid, starts commands that there are, and the guide installs it where it looks."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from app.commands.program import parser
from app.config.names import known_names
from app.serving.descriptors import WANTED
from tests.support.deploy.compose import ROOT
from tests.support.markdown import page

UNIT: Final = (ROOT / "deploy" / "guangan.service").read_text("utf-8")
GUIDE: Final = "\n".join(block.text for block in page("docs/operating.md").blocks)


def values(name: str) -> list[str]:
    """Every value that the unit gives to this name."""
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def test_it_updates_the_tables_and_then_serves() -> None:
    commands = [shlex.split(line) for name in ("ExecStartPre", "ExecStart") for line in values(name)]
    assert [command[:3] for command in commands] == [["/srv/guangan/.venv/bin/python", "-m", "app"]] * 2
    assert [command[3:] for command in commands] == [["migrate"], ["serve"]]
    for command in commands:
        assert callable(parser().parse_args(command[3:]).run)
    assert values("WorkingDirectory") == ["/srv/guangan"]
    assert int(values("LimitNOFILE")[0]) == WANTED


def test_the_guide_makes_what_it_names() -> None:
    [user], [file] = values("User"), values("EnvironmentFile")
    assert re.search(rf"useradd .* {user}$", GUIDE, re.MULTILINE)
    assert f"tee {file} " in GUIDE
    assert f"chmod 600 {file}" in GUIDE
    assert "cp deploy/guangan.service /etc/systemd/system/" in GUIDE
    (written,) = re.findall(rf"^printf '(.*)' \"\$PASSWORD\" \| .*tee {file} ", GUIDE, re.MULTILINE)
    names = {line.partition("=")[0] for line in written.split(r"\n") if line}
    assert {"DATABASE_URL", "REDIS_URL"} <= names <= known_names()


@pytest.mark.process
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize(
    ("right", "wrong"), [("", ""), ("[Service]", "[Servce]"), ("RestartSec=2", "RestartSec=two")]
)
def test_systemd_understands_it(right: str, wrong: str, tmp_path: Path) -> None:
    text = UNIT.replace(right, wrong) if right else UNIT
    unit = tmp_path / "guangan.service"
    unit.write_text(text.replace("/srv/guangan/.venv/bin/python", sys.executable), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", str(unit)],
        check=False,
        capture_output=True,
        text=True,
    )
    told = [line for line in done.stderr.splitlines() if "guangan.service" in line]
    assert bool(told) is bool(right), told
