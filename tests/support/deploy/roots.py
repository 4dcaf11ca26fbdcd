"""Builds the stages of the Dockerfile without Docker, each in a clean root made of Debian's packages.

The same programs from Debian replace a base image (Node.js of this machine replaces that of its image). After
FROM it runs every instruction as written.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Final

from tests.support.deploy.dockerfile import ROOT, Instruction, Stage, ignored

_PACKAGES: Final = (
    *("ca-certificates", "python3", "python3-venv", "python3-pip", "python-is-python3"),
    *("caddy", "libcap2-bin", "wget"),
)
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_OF_THE_BASE: Final = {"caddy": {"XDG_CONFIG_HOME": "/config", "XDG_DATA_HOME": "/data"}}
_CERTIFICATES: Final = "/etc/ssl/certs/ca-certificates.crt"
_OF_THIS_NETWORK: Final = {
    "PIP_CERT": _CERTIFICATES,
    "SSL_CERT_FILE": _CERTIFICATES,
    "NODE_EXTRA_CA_CERTS": _CERTIFICATES,
    **{name: os.environ[name] for name in ("http_proxy", "https_proxy", "no_proxy") if name in os.environ},
}


@dataclass(slots=True)
class Built:
    """The state of a stage: root, environment, user and working folder."""

    root: Path
    environment: dict[str, str]
    user: str = "0:0"
    folder: str = "/"
    command: list[str] = field(default_factory=list)

    def inside(self, command: Sequence[str], more: Mapping[str, str] | None = None) -> list[str]:
        """The command line that runs ``command`` as the container would: with its user and no capability."""
        uid, gid = self.user.split(":")
        who = [f"--reuid={uid}", f"--regid={gid}", "--clear-groups", "--no-new-privs"]
        rights = ["--bounding-set=-all", "--inh-caps=-all"] if uid != "0" else []
        values = [f"{name}={value}" for name, value in (self.environment | dict(more or {})).items()]
        entered = ["sh", "-c", 'cd "$0" && exec "$@"', self.folder]
        return ["chroot", str(self.root), "setpriv", *who, *rights, "env", "-i", *values, *entered, *command]


def mirror() -> str:
    """The address from which this machine gets Debian's packages."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()[0]


def make_base(folder: Path) -> Path:
    """Make a clean root that replaces every base image. Keeps it for later runs."""
    base, done = folder / "base", folder / "base.done"
    if done.exists():
        return base
    shutil.rmtree(base, ignore_errors=True)
    include = f"--include={','.join(_PACKAGES)}"
    subprocess.run(["debootstrap", "--variant=minbase", include, "bookworm", str(base), mirror()], check=True)
    for name in (_CERTIFICATES, "/etc/resolv.conf"):
        shutil.copyfile(name, base / name.lstrip("/"))
    # The official image has it too. A user without the capability cannot start such a file.
    subprocess.run(["setcap", "cap_net_bind_service=+ep", str(base / "usr/bin/caddy")], check=True)
    done.touch()
    return base


def build(stage: Stage, built: Mapping[str, Built], base: Path, folder: Path) -> Built:
    """Run the instructions of a stage. Raises CalledProcessError for the step that fails."""
    root = folder / stage.name
    subprocess.run(["rm", "-rf", "--one-file-system", str(root)], check=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(base), str(root)], check=True)
    (root / "etc" / "hosts").touch()
    image = stage.base.partition(":")[0]
    made = Built(root, {"PATH": _PATH, **_OF_THE_BASE.get(image, {})})
    if image == "node":
        bring_node(root)
    if image == "caddy":
        for name in ("config", "data"):
            (root / name).mkdir()
    for one in stage.instructions:
        sys.stdout.write(f"{stage.name}: {one.word} {one.rest}\n")
        sys.stdout.flush()
        _do(one, made, built)
    return made


def _do(one: Instruction, made: Built, built: Mapping[str, Built]) -> None:
    match one.word:
        case "WORKDIR":
            made.folder = one.rest
            (made.root / one.rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        case "ENV":
            for name, _, value in (word.partition("=") for word in one.words):
                made.environment[name] = Template(value).safe_substitute(made.environment)
        case "USER":
            made.user = one.rest
        case "CMD":
            made.command = one.command or []
        case "RUN":
            subprocess.run(made.inside(["sh", "-c", one.rest], _OF_THIS_NETWORK), check=True)
        case "COPY":
            _copy(one, made, built)
        case "EXPOSE" | "HEALTHCHECK" | "STOPSIGNAL":
            return
        case _:
            raise ValueError(one.word)


def _copy(one: Instruction, made: Built, built: Mapping[str, Built]) -> None:
    *sources, target = one.words
    place = made.root / os.path.normpath(Path(made.folder) / target).lstrip("/")
    for source in sources:
        if "from" in one.flags:
            taken = built[one.flags["from"]].root / source.lstrip("/")
            shutil.copytree(taken, place, symlinks=True, dirs_exist_ok=True)
        elif (ROOT / source).is_dir():
            _copy_folder(source, place)
        else:
            whole = place / Path(source).name if target.endswith("/") else place
            whole.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / source, whole)


def _copy_folder(source: str, place: Path) -> None:
    """Copy the contents of a folder, except what .dockerignore excludes."""
    for folder, names, files in os.walk(ROOT / source):
        here = Path(folder).relative_to(ROOT)
        names[:] = [name for name in names if not ignored(str(here / name))]
        for name in files:
            if not ignored(str(here / name)):
                target = place / (here / name).relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / here / name, target)


def bring_node(root: Path) -> None:
    """Copy Node.js and npm of this machine, unless they are there."""
    if (root / "usr/local/bin/npx").is_symlink():
        return
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("Node.js is needed to build the client")
    shutil.copy2(Path(node).resolve(), root / "usr/local/bin/node")
    asked = subprocess.run(["npm", "root", "--global"], check=True, capture_output=True, text=True)
    npm = root / "usr/local/lib/node_modules/npm"
    shutil.copytree(Path(asked.stdout.strip()) / "npm", npm, symlinks=True)
    for name in ("npm", "npx"):
        (root / "usr/local/bin" / name).symlink_to(f"../lib/node_modules/npm/bin/{name}-cli.js")
