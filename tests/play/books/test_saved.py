"""The settings of a room as the database keeps them."""

from dataclasses import replace

from app.play.books.saved import settings_from_json, settings_to_json
from tests.support.rooms.table import settings


def test_settings_come_back_as_they_went_in() -> None:
    chosen = replace(settings("mobile", cap=50), payer="split", cost=4, tell_addresses=True)
    assert settings_from_json("mobile", settings_to_json(chosen)) == chosen


def test_a_room_that_was_kept_without_a_price_is_free() -> None:
    free = settings()
    later = {"payer", "cost", "tell_addresses"}
    kept = {name: value for name, value in settings_to_json(free).items() if name not in later}
    assert settings_from_json("classic", kept) == free
