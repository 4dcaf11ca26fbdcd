"""Small changes of a module, each of which its tests should notice."""

import ast
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypeAlias

Put: TypeAlias = Callable[[ast.AST], None]
"""Puts another node where a node stands."""

OUTSIDE: Final = 0
"""The block of what runs when the module is imported."""

_ORDER: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
}
_OPPOSITE: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_TWINS: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
_LEFT_OUT: Final = {"assert_never", "lru_cache", "TypeVar"}
"""Calls that say nothing about what the program does."""
_PLAIN: Final = (ast.Name, ast.Attribute, ast.Subscript)
_NAMES_ONLY: Final = {"__all__", "__slots__"}
_TOLD: Final = {"_log", "metrics"}
"""Objects whose calls are for the operator's eyes: their words and numbers are no behaviour of a table."""
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


class Mutant(NamedTuple):
    """One change. ``block`` is the first line of the statements it stands among (OUTSIDE at module level);
    ``change`` makes it in ``tree``, once."""

    module: str
    line: int
    block: int
    text: str
    tree: ast.Module
    change: Callable[[], None]


class _Place(NamedTuple):
    node: ast.AST
    put: Put
    block: int
    is_test: bool


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of the text."""
    tree = ast.parse(source)
    for node, put, block, is_test in _places(tree, OUTSIDE, in_function=False):
        for new in _replacements(node, is_test):
            text = f"{_short(node)} → {_short(new)}"
            change = partial(put, ast.copy_location(new, node))
            yield Mutant(module, getattr(node, "lineno", 0), block, text, tree, change)


def first_line(body: list[ast.stmt]) -> int:
    """The name of a block: the line of its first statement that is no docstring."""
    return body[1 if _is_text(body[0]) and len(body) > 1 else 0].lineno


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:60]} … {text[-27:]}"


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _places(node: ast.AST, block: int, in_function: bool) -> Iterator[_Place]:
    """Everything below a node that may be changed, and where it stands."""
    in_function = in_function or isinstance(node, FUNCTIONS)
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "func"} and isinstance(node, _SIGNED):
            continue
        if isinstance(value, list):
            inner = first_line(value) if in_function and value and isinstance(value[0], ast.stmt) else block
            for at, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from _with(child, partial(value.__setitem__, at), inner, in_function, name == "ifs")
        elif isinstance(value, ast.AST):
            is_test = name in {"test", "guard"}
            yield from _with(value, partial(setattr, node, name), block, in_function, is_test)


_SIGNED: Final = (*FUNCTIONS, ast.AnnAssign, ast.arg, ast.ClassDef)


def _with(node: ast.AST, put: Put, block: int, in_function: bool, is_test: bool) -> Iterator[_Place]:
    if _is_text(node) or _says_nothing(node):
        return
    yield _Place(node, put, block, is_test)
    yield from _places(node, block, in_function)


def _says_nothing(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in _LEFT_OUT
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in _LEFT_OUT
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return name in _TOLD
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in _NAMES_ONLY
        case ast.JoinedStr(values=values):
            return not any(isinstance(value, ast.FormattedValue) for value in values)
    return False


def _replacements(node: ast.AST, is_test: bool) -> Iterator[ast.AST]:
    if is_test:
        yield ast.Constant(value=True)
        yield ast.Constant(value=False)
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    match node:
        case ast.Compare():
            yield from _compared(node, is_test)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(op=ast.Or() if isinstance(op, ast.And) else ast.And(), values=values)
            for at in range(len(values)):
                yield _joined(op, values[:at] + values[at + 1 :])
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand) if not is_test:
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            yield ast.BinOp(left=left, op=_ARITHMETIC[type(op)](), right=right)
        case ast.Constant(value=value):
            yield from (ast.Constant(value=other) for other in _constants(value))
        case ast.Call():
            yield from _called(node)


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    match node:
        case ast.AugAssign(target=target, op=op, value=value):
            yield ast.Pass()
            if type(op) in _ARITHMETIC:
                yield ast.AugAssign(target=target, op=_ARITHMETIC[type(op)](), value=value)
        case ast.Return(value=ast.expr() as result) if not isinstance(result, ast.Constant):
            yield ast.Return(value=ast.Constant(value=None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def _compared(node: ast.Compare, is_test: bool) -> Iterator[ast.AST]:
    for at, op in enumerate(node.ops):
        # A test that is replaced by its answers needs no opposite.
        opposite = () if is_test and len(node.ops) == 1 else _OPPOSITE.get(type(op), ())
        for other in (*_ORDER.get(type(op), ()), *opposite):
            ops = [*node.ops[:at], other(), *node.ops[at + 1 :]]
            yield ast.Compare(left=node.left, ops=ops, comparators=node.comparators)


def _joined(op: ast.boolop, values: list[ast.expr]) -> ast.expr:
    return values[0] if len(values) == 1 else ast.BoolOp(op=op, values=values)


def _constants(value: object) -> tuple[bool | int | str, ...]:
    match value:
        case bool():
            return (not value,)
        case int():
            return value + 1, value - 1
        case str() if value and " " not in value:
            return (value + "_",)
    return ()


def _called(node: ast.Call) -> Iterator[ast.AST]:
    func, args, keywords = node.func, node.args, node.keywords
    if isinstance(func, ast.Name) and func.id in _TWINS:
        if not (func.id == "sorted" and keywords):
            yield ast.Call(func=ast.Name(id=_TWINS[func.id], ctx=ast.Load()), args=args, keywords=keywords)
        return
    for at in range(len(args) - 1):
        if not (isinstance(args[at], _PLAIN) and isinstance(args[at + 1], _PLAIN)):
            continue
        swapped = [*args[:at], args[at + 1], args[at], *args[at + 2 :]]
        yield ast.Call(func=func, args=swapped, keywords=keywords)
    # A call that names all its parts cannot do without any of them.
    for at in range(len(keywords) if len(keywords) < 3 else 0):
        yield ast.Call(func=func, args=args, keywords=keywords[:at] + keywords[at + 1 :])
