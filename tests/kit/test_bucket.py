"""A token bucket, on a clock of the test."""

import pytest

from app.kit import bucket as kit
from app.kit.bucket import Bucket, Buckets


def test_a_burst_and_then_so_much_a_second() -> None:
    bucket = Bucket(at_once=20, per_second=10, now=5.0)
    assert bucket.full(5.0)
    assert bucket.spend(20, 5.0)
    assert not bucket.spend(1, 5.0)
    assert not bucket.full(6.9)
    assert [bucket.spend(10, 6.0), bucket.spend(1, 6.0), bucket.spend(5, 6.5)] == [True, False, True]
    assert bucket.full(8.5)


def test_what_is_refused_costs_nothing() -> None:
    bucket = Bucket(at_once=10, per_second=1, now=0.0)
    assert not bucket.spend(11, 0.0)
    assert bucket.spend(10, 0.0)


def test_each_address_has_its_bucket_and_this_machine_none() -> None:
    buckets = Buckets(2, 1.0)
    assert [buckets.spend("192.0.2.1", 0.0) for _ in range(3)] == [True, True, False]
    assert buckets.spend("192.0.2.2", 0.0)
    assert buckets.spend("192.0.2.1", 1.0)
    assert all(buckets.spend("127.0.0.1", 0.0) and buckets.spend("::1", 0.0) for _ in range(9))


def test_the_networks_of_one_customer_have_buckets_too() -> None:
    buckets = Buckets(1, 0.0)
    assert [buckets.spend(f"2001:db8:1:{number:x}::1", 0.0) for number in range(6)] == [True] * 4 + [
        False
    ] * 2


def test_the_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "REMEMBERED", 100)
    buckets = Buckets(2, 0.0)
    for number in range(1_000):
        assert buckets.spend(f"203.0.{number // 250}.{number % 250}", 0.0)
        assert len(buckets) <= 100
    assert [buckets.spend("203.0.3.249", 0.0) for _ in range(2)] == [True, False], "the newest is remembered"


def test_full_buckets_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "REMEMBERED", 100)
    buckets = Buckets(2, 0.5)
    assert [buckets.spend("192.0.2.1", 0.0) for _ in range(2)] == [True, True]
    for number in range(99):
        assert buckets.spend(f"198.51.100.{number}", 0.0)
    assert buckets.spend("192.0.2.2", 2.0), "the 99 have one token spent, and get it back in two seconds"
    assert len(buckets) == 2
    assert [buckets.spend("192.0.2.1", 2.0) for _ in range(2)] == [True, False]
