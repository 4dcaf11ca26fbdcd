"""Runs the embedded server and never lets it outlive its owner.

A small process of its own, started by file name with a bare interpreter (standard library only). Its
standard input is a pipe whose other end only the owner holds: when that closes, however the owner
ended, the server gets a SIGTERM and writes everything out. Should the guard itself be killed, Linux
sends that signal. A server that dies by itself is started again; its log brings the data back.

Usage: guard.py <pid of the owner> <server> <arguments…>; descriptor 3 is the locked file of the data
folder, kept open by the server too, so that the folder stays locked as long as anybody may write to it.
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
    """Return when the owner has closed its end of the pipe, or is no longer our parent."""
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
    # Only one thread runs here, so code between fork and exec is safe.
    return await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, pass_fds=(LOCK_FD,), preexec_fn=_die_with_guard
    )


async def _run(owner: int, command: list[str]) -> int:
    """Keep the server running until the owner is gone; its exit status, or that of a failed start.

    Only the first start can fail for good: a server that ran before and cannot now, as on a full disk, is
    tried until it can.
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
    """Guard the server named on the command line; the exit status is the server's."""
    os.setsid()  # a Ctrl-C meant for the owner must not stop the store before the owner is done
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.umask(0o077)  # the files hold hidden hands
    return abs(asyncio.run(_run(int(sys.argv[1]), sys.argv[2:])))


if __name__ == "__main__":
    sys.exit(main())
