"""Marks of tests: the list of deep ones names tests that exist, and a test without marks starts nothing."""

import ast
import socket
import subprocess
import sys

import pytest

from tests.audit.locks import ROOT
from tests.support.marks import DEEP, StartedWithoutMark


@pytest.mark.parametrize("name", sorted(DEEP))
def test_a_deep_test_exists(name: str) -> None:
    file, _, test = name.partition("::")
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    assert test in {
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_a_test_without_a_mark_starts_no_process_and_no_server() -> None:
    with pytest.raises(StartedWithoutMark, match="needs one of the marks"):
        subprocess.run([sys.executable, "-c", ""], check=True)
    with socket.socket() as sock, pytest.raises(StartedWithoutMark):
        sock.bind(("127.0.0.1", 0))


@pytest.mark.process
def test_a_test_with_a_mark_may() -> None:
    assert subprocess.run([sys.executable, "-c", ""], check=False).returncode == 0
