"""A store whose clock the test sets: its scripts read a clock that is off by a number of seconds."""

from hashlib import sha1
from typing import Final

import pytest

from app.stores import Stores
from app.stores.rooms import room_store
from app.stores.server import clock
from app.stores.server.link import Script

_OFF: Final = "gm:test-off"
_REAL: Final = b"local time = redis.call('TIME')\n"
_JUMPING: Final = (
    _REAL
    + f"time = {{ string.format('%.0f', time[1] + (redis.call('GET', '{_OFF}') or 0)), time[2] }}\n".encode()
)


def let_clocks_jump(patch: pytest.MonkeyPatch) -> None:
    """From now on `set_clock_off` sets the clock of any store."""
    for module, name, file in ((room_store, "_COMMIT", "commit"), (clock, "_READ", "clock")):
        script = Script(file)
        assert script.text.count(_REAL) == 1
        jumping = Script(file)
        jumping.text = script.text.replace(_REAL, _JUMPING)
        jumping.digest = sha1(jumping.text, usedforsecurity=False).hexdigest()
        patch.setattr(module, name, jumping)


async def set_clock_off(stores: Stores, seconds: int) -> None:
    """Set the clock of the store to so many seconds after the real time."""
    await stores.link.call("SET", _OFF, seconds)
