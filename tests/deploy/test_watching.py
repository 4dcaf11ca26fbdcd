"""Dashboard, alerts and scrape settings: every series and label that they name is one the server has."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, get_args

import pytest
import yaml
from prometheus_client import REGISTRY

from app.commands.env_file import env_text
from app.rooms.state.room import Phase
from app.telemetry import metrics
from tests.support.deploy.compose import ROOT, compose, env_of

_SERIES: Final = re.compile(r"\b((?:guangan|process)_[a-z_]+)(?:\{([^}]*)\})?")
_PLACES: Final = ("minted", "burned", "available", "held")


def series() -> dict[str, dict[str, set[str]]]:
    """Every series that the facade can make: name -> label -> values."""
    _count_everything()
    found: dict[str, dict[str, set[str]]] = {}
    for family in REGISTRY.collect():
        for sample in family.samples:
            labels = found.setdefault(sample.name, {})
            for label, value in sample.labels.items():
                labels.setdefault(label, set()).add(value)
    return found


def _count_everything() -> None:
    metrics.built("0")
    metrics.http_answered("/api/rooms", "GET", 200, 0.1)
    for answer in get_args(metrics.Answer):
        metrics.act_answered(answer, 0.1)
    for how in get_args(metrics.Opening):
        metrics.connection_opened(how)
    metrics.committed("ok")
    metrics.connection_closed(1012)
    metrics.connection_dropped("frames")
    metrics.loop_failed("timers")
    metrics.room_failed("timers")
    metrics.tidied("doubtful", 0)
    metrics.ke_counted(0, 0)
    metrics.rooms_counted(dict.fromkeys(get_args(Phase), 0), 0)
    metrics.cards_counted(dict.fromkeys(_PLACES, 0))


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text("utf-8"))
    return found


def alerts() -> list[dict[str, Any]]:
    read = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text("utf-8"))
    return [rule for group in read["groups"] for rule in group["rules"]]


def queries() -> Iterator[str]:
    """Every expression of the dashboard and of the alerts."""
    for panel in dashboard()["panels"]:
        yield from (target["expr"] for target in panel.get("targets", ()))
    yield from (note["expr"] for note in dashboard()["annotations"]["list"])
    yield from (rule["expr"] for rule in alerts())


@pytest.mark.parametrize("query", tuple(queries()))
def test_the_series_and_labels_exist(query: str) -> None:
    known = series()
    named = _SERIES.findall(query)
    assert named or "up{" in query
    for name, selector in named:
        assert name in known, name
        for label, value in re.findall(r'(\w+)="([^"]*)"', selector):
            if label != "job":
                assert value in known[name].get(label, ()), (name, label, value)
    for labels in re.findall(r"\bby \(([^)]*)\)", query):
        for label in (part.strip() for part in labels.split(",")):
            assert label == "instance" or any(label in known[name] for name, _ in named), label


@pytest.mark.parametrize("query", tuple(queries()))
def test_gauges_that_all_processes_share_are_not_added_up(query: str) -> None:
    shared = r"guangan_(rooms|outbox_\w+|cards|ke|census_timestamp_seconds)\b"
    assert not re.search(rf"sum(?: by \([^)]*\))? ?\({shared}", query)
    for found in re.finditer(shared, query):
        assert re.search(r"max(?: by \([^)]*\))? \($|max\($", query[: found.start()]), query


def test_every_measure_of_ours_is_shown_or_watched() -> None:
    ours = {family.name for family in REGISTRY.collect() if family.name.startswith("guangan_")}
    everything = " ".join(queries())
    assert {name for name in ours if name not in everything} == {"guangan_build_info"}


def test_an_alert_says_what_to_do() -> None:
    names = [rule["alert"] for rule in alerts()]
    assert len(names) == len(set(names)) >= 10
    for rule in alerts():
        assert rule["labels"]["severity"] in {"page", "warn"}
        assert set(rule["annotations"]) == {"summary", "action"}


def test_panels_do_not_overlap_and_have_ids_of_their_own() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert place["x"] + place["w"] <= 24
        assert not cells & taken
        taken |= cells


def test_prometheus_asks_the_port_that_the_app_serves() -> None:
    services = compose(env_of(env_text()))["services"]
    scrape = yaml.safe_load((ROOT / "deploy" / "prometheus.yml").read_text("utf-8"))
    [job] = scrape["scrape_configs"]
    assert job["job_name"] == "guangan"
    [found] = job["dns_sd_configs"]
    assert found["names"] == ["app"]
    assert str(found["port"]) == services["app"]["environment"]["METRICS_PORT"]
    assert set(services["prometheus"]["networks"]) & set(services["app"]["networks"])
    mounted = {volume.split(":")[1] for volume in services["prometheus"]["volumes"]}
    assert set(scrape["rule_files"]) <= mounted
    assert f"--config.file={'/etc/prometheus/prometheus.yml'}" in services["prometheus"]["command"]


def test_grafana_finds_its_source_and_its_dashboard() -> None:
    folder = ROOT / "deploy" / "grafana-provisioning"
    [source] = yaml.safe_load((folder / "datasources" / "prometheus.yml").read_text("utf-8"))["datasources"]
    assert source["url"] == "http://prometheus:9090"
    [provider] = yaml.safe_load((folder / "dashboards" / "guangan.yml").read_text("utf-8"))["providers"]
    volumes = compose(env_of(env_text()))["services"]["grafana"]["volumes"]
    assert any(volume.split(":")[1].startswith(provider["options"]["path"]) for volume in volumes)
