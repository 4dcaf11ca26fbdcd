"""Runs the embedded server and ends it when its owner ends.

A separate small process, started by file name with a bare interpreter (standard library only). Only the
owner holds the other end of its standard input, which is a pipe. When the pipe closes, for whatever reason
the owner ended, the guard sends SIGTERM and the server writes all data to disk. If the guard is killed,
Linux sends that signal. If the server dies, the guard starts it again and it loads its append-only file.

Usage: guard.py <pid of the owner> <server> <arguments…>. Descriptor 3 is the locked file of the data
folder. The server inherits it, so the folder stays locked while any server can write to it.
"""

import asyncio
import ctypes
import os
import signal
import sys
from asyncio.subprocess import Process

LOCK_FD = 3
_PR_SET_PDEATHSIG = 1
_LOOK_EVERY_S = 1.0
_SHORT_LIFE_S = 2.0
_PAUSE_S = 0.2
_LONGEST_PAUSE_S = 5.0


def _die_with_guard() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


async def _owner_gone(owner: int) -> None:
    """Return when the owner has closed its end of the pipe or is no longer our parent process."""
    closed = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(0, closed.set)
    loop.add_signal_handler(signal.SIGTERM, closed.set)
    while os.getppid() == owner:
        try:
            async with asyncio.timeout(_LOOK_EVERY_S):
                await closed.wait()
                return
        except TimeoutError:
            continue


async def _start(command: list[str]) -> Process:
    # This process has one thread, so it is safe to run code between fork and exec.
    return await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, pass_fds=(LOCK_FD,), preexec_fn=_die_with_guard
    )


async def _run(owner: int, command: list[str]) -> int:
    """Keep the server running until the owner ends. Returns the server's exit status.

    Gives up only if the first start fails. A server that has run before is started again and again, because
    the fault may pass (a full disk).
    """
    loop = asyncio.get_running_loop()
    gone = asyncio.create_task(_owner_gone(owner))
    ran, pause = False, _PAUSE_S
    while True:
        born = loop.time()
        server = await _start(command)
        ended = asyncio.create_task(server.wait())
        await asyncio.wait((gone, ended), return_when=asyncio.FIRST_COMPLETED)
        if gone.done():
            if not ended.done():
                server.terminate()
            return await ended
        if loop.time() - born >= _SHORT_LIFE_S:
            ran, pause = True, _PAUSE_S
        elif not ran:
            gone.cancel()
            return ended.result() or 1
        await asyncio.wait((gone,), timeout=pause)
        if gone.done():
            return ended.result()
        pause = min(_LONGEST_PAUSE_S, pause * 2)


def main() -> int:
    """Guard the server named on the command line and return its exit status."""
    os.setsid()  # Ctrl-C goes to the owner, which still needs the store to shut down
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.umask(0o077)  # the files hold concealed hands
    return abs(asyncio.run(_run(int(sys.argv[1]), sys.argv[2:])))


if __name__ == "__main__":
    sys.exit(main())
