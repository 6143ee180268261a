# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The web page in a real browser: Debian's Chromium, driven by Playwright."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
import time

import pytest

from engine.dealcode import clean
from engine.errors import CodeError
from sim import webserver
from sim.simulator import Simulator
from tools import web

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright isn't installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("Chromium isn't installed", allow_module_level=True)
if shutil.which("npm") is None:
    pytest.skip("npm isn't installed: no MicroPython for the page", allow_module_level=True)

BOARDS = ("picosystem", "badger2040")
DEAL = "00000000"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The page's folder, and the sizes of a first visit's files."""
    folder = str(tmp_path_factory.mktemp("web"))
    return folder, web.make(folder, BOARDS)


def serving(server):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d/" % server.server_address[1]


@pytest.fixture(scope="module")
def address(site):
    """Where `python -m sim --web` gives the page out."""
    with webserver.server(site[0], 0) as server:
        yield serving(server)
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser):
    """Open a page of its own (address, and options of a Playwright context); nothing may go wrong
    in it: no error on its console, none that nobody catches."""
    faults = []
    contexts = []

    def open_page(address, **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda m: m.type in ("error", "warning") and faults.append(m.text))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def running(page):
    """Wait until the handheld shows something."""
    page.wait_for_function("window.tavolino?.pictures > 1 && !tavolino.ended", timeout=30000)


def said(page):
    return page.evaluate("tavolino.said")


def wait_for_words(page, words, press=None):
    """Wait until the screen has said ``words``; ``press()`` meanwhile."""
    end = time.monotonic() + 40
    while not any(words in line for line in said(page)):
        assert time.monotonic() < end, said(page)[-10:]
        if press:
            press()
        page.wait_for_timeout(40)


def test_a_first_visit_is_small(site):
    _, sizes = site
    assert {"index.html", "micropython.wasm.gz", "picosystem.pack.gz"} <= set(sizes)
    assert sum(sizes.values()) <= web.MOST == 1_200_000


CHECKS = [
    (
        "picosystem",
        "tarocco",
        "en",
        "shot:first wait:4000 shot:second A idle shot:third right A idle Y idle shot:menu",
    ),
    ("picosystem", "cicera", "th", "A idle shot:one 2*(right A idle) shot:two X idle shot:info"),
    ("picosystem", None, "ko", "2*down A idle shot:rules down A idle shot:page"),
    ("badger2040", "cicera", "it", "wait:2500 shot:first A idle shot:second"),
]


@pytest.mark.parametrize("board, game, lang, keys", CHECKS)
def test_the_canvas_shows_what_the_simulator_shows(visit, address, board, game, lang, keys):
    deal = DEAL if game else None
    simulator = Simulator(board, keys=keys, game=game, deal=deal, lang=lang)
    expected = {}
    simulator.host.on_shot = lambda name: expected.update({name: simulator.picture()})
    assert simulator.run() == "off", simulator.error
    expected["end"] = simulator.picture()
    query = "?board=%s&lang=%s&keys=%s" % (board, lang, keys.replace(" ", "%20"))
    page = visit(address + query + ("&game=%s&deal=%s" % (game, deal) if game else ""))
    page.wait_for_function("window.tavolino?.ended", timeout=60000)
    assert page.evaluate("tavolino.ended") == "off"
    assert page.evaluate("tavolino.warnings") == simulator.warnings()
    names = page.evaluate("Object.keys(tavolino.shots)")
    assert sorted(names) == sorted(expected) and len(set(expected.values())) > 1
    for name in names:
        # the pixels as text, each a character: quicker than a list of numbers
        pixels = page.evaluate(
            "name => { const p = tavolino.shots[name]; let out = ''; for (let i = 0; i < p.length; i++)"
            " if (i % 4 < 3) out += String.fromCharCode(p[i]); return out; }",
            name,
        )
        assert pixels.encode("latin-1") == expected[name], name


def play(page, press):
    """Play until the count's last page, whose menu offers a new deal."""
    presses = 0
    end = time.monotonic() + 60
    before = None
    while True:
        lines = said(page)
        if any("New deal" in line for line in lines):
            return presses
        assert time.monotonic() < end, lines[-10:]
        # a card that may not be played: the next one
        told = " ".join(lines[-3:])
        refused = lines != before and ("follow suit." in told or "trump." in told)
        before = lines
        press("right" if refused or presses % 4 == 3 else "A")
        presses += 1
        page.wait_for_timeout(30)


def test_a_deal_of_tarocco_by_clicks(visit, address):
    page = visit(address + "?lang=en&game=tarocco&deal=%s&speed=25" % DEAL)
    running(page)
    assert play(page, lambda name: page.locator('.key[data-name="%s"]' % name).click()) > 15
    lines = said(page)
    assert any("Trick 15/15" in line for line in lines)
    assert any("The count" in line for line in lines)


def test_a_deal_of_cicera_by_keys(visit, address):
    page = visit(address + "?lang=en&game=cicera&deal=%s&speed=25" % DEAL)
    running(page)
    keys = {"A": "Enter", "right": "ArrowRight"}
    assert play(page, lambda name: page.keyboard.press(keys[name])) > 12
    assert any("The count" in line for line in said(page))


def test_a_reload_goes_on_with_the_game(visit, address):
    page = visit(address + "?lang=en&game=tarocco&deal=%s&speed=25" % DEAL)
    running(page)
    wait_for_words(page, "Trick 3/15", lambda: (page.keyboard.press("Enter"),
                                              page.keyboard.press("ArrowRight")))
    kept = page.evaluate("Object.keys(localStorage)")
    assert kept and all(name.startswith("tavolino/picosystem/save/") for name in kept)
    page.reload()
    running(page)
    wait_for_words(page, "/15")
    first = next(line for line in said(page) if "/15" in line)
    assert not any("Trick %d/15" % n in first for n in (1, 2)), first
    # the menu offers it as well, and another board has a flash of its own
    page.goto(address + "?lang=en")
    running(page)
    wait_for_words(page, "Continue")
    page.goto(address + "?lang=en&board=badger2040")
    running(page)
    wait_for_words(page, "Cicera")
    assert not any("Continue" in line for line in said(page))


def test_a_setting_outlives_a_reload(visit, address):
    page = visit(address + "?speed=10")
    running(page)
    wait_for_words(page, "Italiano")
    page.wait_for_timeout(400)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for_words(page, "Regole")
    page.reload()
    running(page)
    wait_for_words(page, "Regole")
    assert not any("English" in line for line in said(page))


def test_a_wrong_deal_code_is_answered(visit, address):
    with pytest.raises(CodeError) as refused:
        clean("00000001")
    page = visit(address + "?lang=en&game=tarocco&deal=00000001")
    page.wait_for_function("window.tavolino?.ended === 'refused'", timeout=30000)
    assert page.inner_text("#wrong") == refused.value.args[0]
    assert page.locator("#sentence").inner_text() == refused.value.args[0]
    # put right in the form it starts
    page.fill("#deal", DEAL)
    page.click("#start")
    running(page)
    assert "deal=" + DEAL in page.url


WRONG = [
    ("?board=gameboy", "There is no board gameboy here: choose one of picosystem"),
    ("?lang=xx", "There are no texts in the language xx"),
    ("?game=bridge", "There is no game bridge: choose tarocco or cicera."),
    ("?deal=00000000", "A deal needs its game"),
    ("?keys=Z", "In the key script Z is no button"),
]


def test_a_wrong_address_is_answered(visit, address):
    page = None
    for query, words in WRONG:
        if page is None:
            page = visit(address + query)
        else:
            page.goto(address + query)
        page.wait_for_function(
            "words => document.getElementById('wrong').textContent.startsWith(words)", arg=words
        )
        assert page.locator("#choice").is_visible()


def boxes(page):
    return page.evaluate(
        "[...document.querySelectorAll('.key')].map(k => { const b = k.getBoundingClientRect();"
        " return [b.left, b.top, b.right, b.bottom, k.getAttribute('aria-label')]; })"
    )


def fits(page, width, height):
    found = boxes(page)
    assert len({name for *_, name in found}) == len(found) >= 5
    for i, (left, top, right, bottom, name) in enumerate(found):
        assert right - left >= 44 and bottom - top >= 44, name
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, name
        for other in found[i + 1 :]:
            # round ones may come near with their corners
            apart = max(
                other[0] - right, left - other[2], other[1] - bottom, top - other[3]
            )
            assert apart > -12, (name, other[4])
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("board", BOARDS)
def test_buttons_for_thumbs(visit, address, board):
    page = visit(
        address + "?lang=en&board=" + board,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    running(page)
    for width, height in ((844, 390), (360, 640), (1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(400)
        assert page.evaluate("innerWidth") == width
        fits(page, width, height)
    page.wait_for_timeout(300)
    page.locator('.key[data-name="A"]').tap()
    wait_for_words(page, "A first deal")
    assert page.evaluate("getComputedStyle(document.querySelector('.key')).touchAction") == "none"


def test_it_works_on_plain_hosting_and_then_without_a_network(visit, site):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    handler = functools.partial(Quiet, directory=site[0])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    page = visit(serving(server) + "?lang=en")
    # the first load ends in a second one, which the service worker gives its headers
    page.wait_for_function("window.crossOriginIsolated && window.tavolino", timeout=30000)
    running(page)
    server.shutdown()
    server.server_close()
    page.reload()
    running(page)
    wait_for_words(page, "Cicera")


def test_the_command_makes_serves_and_refuses(tmp_path):
    with webserver.server(str(tmp_path), 0) as server:
        port = str(server.server_address[1])
        run = subprocess.run(
            [sys.executable, "-m", "sim", "--web", "--port", port],
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert run.returncode == 1
    assert run.stderr.startswith("Port %s is in use" % port) and run.stderr.count("\n") == 1
    run = subprocess.run(
        [sys.executable, "-m", "sim", "--web", "--keys", "A"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (2, "--keys can't be combined with --web.\n")


def test_a_folder_of_somebody_elses_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(web.WebError, match="name another"):
        web.make(str(tmp_path), BOARDS[:1])
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
