"""Who waits, and who gives way."""

import pytest

from app.kit.crowd import Crowd, Full, Waiting


class Street:
    """A crowd, and who had to go."""

    def __init__(self, most: int, most_of_one: int | None = None) -> None:
        self.crowd = Crowd(most, most_of_one)
        self.gone: list[str] = []

    def enter(self, address: str, name: str = "") -> Waiting:
        """A newcomer, who is noted when he has to go."""
        return self.crowd.enter(address, lambda: self.gone.append(name or address))


def test_the_oldest_of_the_heaviest_network_gives_way() -> None:
    street = Street(5)
    for address, name in (
        ("192.0.2.1", "player"),
        ("192.0.2.2", "a"),
        ("192.0.2.3", "b1"),
        ("192.0.2.3", "b2"),
        ("192.0.2.3", "b3"),
    ):
        street.enter(address, name)
    for number in range(3):
        street.enter(f"198.51.100.{number}")
    assert street.gone == ["b1", "b2", "player"], "one each: then the oldest of all"
    assert len(street.crowd) == 5


def test_a_household_has_its_own_limit() -> None:
    street = Street(100, most_of_one=2)
    for name in "abc":
        street.enter("192.0.2.1", name)
    street.enter("192.0.2.2", "d")
    assert street.gone == ["a"]


def test_networks_of_one_customer_are_one_heavy_network() -> None:
    """200 /64 networks of one /48 with one each are heavier than an address with two."""
    street = Street(202)
    street.enter("192.0.2.1", "one")
    street.enter("192.0.2.1", "two")
    for number in range(200):
        street.enter(f"2001:db8:7:{number:x}::1")
    for number in range(50):
        street.enter(f"198.51.100.{number}", "newcomer")
    assert len(street.gone) == 50
    assert all(name.startswith("2001:db8:7:") for name in street.gone)


def test_within_a_wide_network_the_heaviest_narrow_one_gives_way() -> None:
    street = Street(5)
    for address in ("2001:db8:1:100::1", "2001:db8:1:200::1", "2001:db8:1:200::2", "2001:db8:1:201::1"):
        street.enter(address)
    street.enter("192.0.2.1")
    street.enter("192.0.2.2")
    assert street.gone == ["2001:db8:1:200::1"]


def test_wider_networks_have_wider_limits() -> None:
    street = Street(1_000, most_of_one=1)
    for number in range(5):
        street.enter(f"2001:db8:1:{number:x}::1")
    assert street.gone == ["2001:db8:1:0::1"], "a /56 has four places"
    for number in range(20):
        street.enter(f"2001:db8:1:{number:x}00::1")
    assert len(street.crowd) == 16, "a /48 has sixteen"


def test_who_stays_does_not_give_way() -> None:
    street = Street(2)
    first, second = street.enter("192.0.2.1", "a"), street.enter("192.0.2.1", "b")
    first.stay()
    street.enter("192.0.2.2", "c")
    assert street.gone == ["b"]
    street.crowd.leave(second)
    assert len(street.crowd) == 2, "it has left already"


def test_if_all_stay_there_is_no_place() -> None:
    street = Street(1)
    street.enter("192.0.2.1").stay()
    with pytest.raises(Full):
        street.enter("192.0.2.2")
    street = Street(9, most_of_one=1)
    street.enter("192.0.2.1").stay()
    with pytest.raises(Full):
        street.enter("192.0.2.1")
    street.enter("192.0.2.2")
    assert street.gone == []


def test_a_place_is_free_again() -> None:
    street = Street(2, most_of_one=1)
    for _ in range(5):
        place = street.enter("2001:db8::1")
        street.crowd.leave(place)
        street.crowd.leave(place)
    assert (len(street.crowd), street.gone) == (0, [])


def test_giving_way_after_staying_is_nothing() -> None:
    street = Street(1)
    place = street.enter("192.0.2.1")
    place.stay()
    place.give_way()
    assert (place.may_go, street.gone) == (False, [])
