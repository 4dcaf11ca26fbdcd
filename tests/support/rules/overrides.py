"""Random overrides of options, drawn from their specs, so that a new option takes part by itself."""

from collections.abc import Mapping

from hypothesis import strategies as st

from app.rules.options.option_specs import OPTION_SPECS, OptionSpec


def overrides(most: int | None = None, size: int = 6) -> st.SearchStrategy[Mapping[str, object]]:
    """Some options with values. ``most`` bounds their numbers, ``size`` the entries of a map or a set."""
    return st.fixed_dictionaries({}, optional={spec.name: _values(spec, most, size) for spec in OPTION_SPECS})


def _values(spec: OptionSpec, most: int | None, size: int) -> st.SearchStrategy[object]:
    highest = spec.maximum if most is None else min(most, spec.maximum)
    match spec.kind:
        case "bool":
            return st.booleans()
        case "choice":
            return st.sampled_from(spec.choices)
        case "set":
            return st.lists(st.sampled_from(spec.choices), max_size=size)
        case "map":
            return st.dictionaries(
                st.sampled_from(spec.keys), st.integers(spec.minimum, highest), max_size=size
            )
        case "int":
            numbers = st.integers(spec.minimum, highest)
            return st.none() | numbers if spec.nullable else numbers
