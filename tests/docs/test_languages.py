"""A page and its Chinese translation agree in headings, commands, names, codes, rule numbers and figures."""

from typing import Final

import pytest

from tests.support.markdown import Page, page
from tests.support.translations import differences

PAIRS: Final = (
    ("README.md", "README.zh-CN.md"),
    ("docs/operating.md", "docs/operating.zh-CN.md"),
    ("docs/rules.md", "docs/rules.zh-CN.md"),
    ("docs/cards.md", "docs/cards.zh-CN.md"),
)
ENGLISH: Final = Page(
    "en",
    "# Title\n\nWait 10 min, at most 3 s (`LIMIT`).\n\n"
    "## Run\n\n```sh\nmake play  # now\n```\n\n- **R4** 颗\n"
    "\n| code | ke |\n|---|---|\n| `no_cards` | 2 |\n",
)
CHINESE: Final = Page(
    "zh",
    "# 标题\n\n等 10 分钟，最多 3 秒（`LIMIT`）。\n\n"
    "## 运行\n\n```sh\nmake play  # 现在\n```\n\n- **R4** 颗\n"
    "\n| 代码 | 颗 |\n|---|---|\n| `no_cards` | 2 |\n",
)


@pytest.mark.parametrize(("english", "chinese"), PAIRS)
def test_both_languages_agree(english: str, chinese: str) -> None:
    assert differences(page(english), page(chinese)) == []


@pytest.mark.parametrize(("english", "chinese"), PAIRS)
def test_each_links_to_the_other_at_its_top(english: str, chinese: str) -> None:
    for one, other in ((english, chinese), (chinese, english)):
        top = page(one).text.split("\n\n")[1:3]
        assert any(f"]({other.rpartition('/')[2]})" in part for part in top)


def test_a_page_and_its_translation_have_no_differences() -> None:
    assert differences(ENGLISH, CHINESE) == []


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("10 分钟", "11 分钟", "figures"),
        ("10 分钟", "10 秒", "figures"),
        ("| 2 |", "| 3 |", "figures"),
        ("`LIMIT`", "`LIMITS`", "names"),
        ("`no_cards`", "`no_card`", "tables"),
        ("**R4**", "**R5**", "rules"),
        ("## 运行", "### 运行", "headings"),
        ("## 运行\n", "", "headings"),
        ("make play", "make test", "block"),
        ("```sh\nmake play  # 现在\n```\n", "", "blocks"),
    ],
)
def test_what_differs_is_found(old: str, new: str, named: str) -> None:
    found = differences(ENGLISH, Page("zh", CHINESE.text.replace(old, new)))
    assert any(named in line for line in found)
