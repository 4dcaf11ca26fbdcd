"""A token bucket, on a clock of the test."""

from app.kit.bucket import Bucket


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
