"""Which modules a mutation run imports again."""

import importlib.util
import sys

from tests.mutants.run import _Finder, file_of, forget, modules, tree_of, users
from tests.mutants.scopes import SCOPES


def test_every_module_has_a_file() -> None:
    assert {"rules.hand.turn", "stores", "stores.rooms.room_store", "main"} <= set(modules())
    assert all(file_of(module).is_file() for module in modules())
    assert set(modules("rules.hand")) < set(modules("rules"))


def test_every_scope_has_modules_and_tests() -> None:
    for package, scope in SCOPES.items():
        assert len(modules(package)) > 5
        assert all(folder.startswith("tests/") for folder in (*scope.near, *scope.far))


def test_a_package_that_passes_names_on_is_imported_again_with_its_module() -> None:
    stale = users("stores.limits")
    assert {"stores.limits", "stores", "api.http.guard", "main"} <= stale
    assert "rules.hand.turn" not in stale


def test_a_changed_module_has_the_file_of_its_source() -> None:
    """Some modules are started as programs of their own."""
    spec = _Finder({"kit.addresses": tree_of("kit.addresses")}, {}).find_spec("app.kit.addresses", None)
    assert spec is not None
    assert importlib.util.module_from_spec(spec).__file__ == str(file_of("kit.addresses"))


def test_a_forgotten_module_leaves_its_package() -> None:
    import app.kit.addresses as before

    forget("kit.addresses")
    try:
        from app.kit import addresses

        assert addresses is not before
    finally:
        sys.modules["app.kit.addresses"] = before
        vars(sys.modules["app.kit"])["addresses"] = before
