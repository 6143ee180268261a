# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The web page in a real browser: Debian's Chromium, driven by Playwright."""

import base64
import functools
import http.server
import json
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


@pytest.mark.parametrize(
    "board, game, lang, keys",
    [
        pytest.param(*check, marks=pytest.mark.slow if check[2] == "ko" else ()) for check in CHECKS
    ],
)
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


def test_clicks_play(visit, address):
    page = visit(address + "?lang=en&game=tarocco&deal=%s&speed=25" % DEAL)
    running(page)
    keys = [page.locator('.key[data-name="%s"]' % name) for name in ("A", "right")]
    wait_for_words(page, "Trick 2/15", lambda: [key.click() for key in keys])


@pytest.mark.slow
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
    files = [name for name in kept if "#" not in name]
    assert files and all(name.startswith("tavolino/picosystem/save/") for name in files)
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


#: Key events as browsers give them: key, code, more; the buttons that they press.
STRUCK = [
    ("x", "KeyX", {}, ["X"]),
    ("ป", "KeyX", {}, ["X"]),  # Thai
    ("ั", "KeyY", {}, ["Y"]),
    ("ㅌ", "KeyX", {}, ["X"]),  # Korean
    ("Process", "KeyY", {"isComposing": True, "keyCode": 229}, ["Y"]),
    ("Process", "Space", {"isComposing": True, "keyCode": 229}, ["A"]),
    ("Dead", "KeyB", {}, ["B"]),
    ("Unidentified", "KeyA", {}, ["A"]),
    ("ч", "KeyX", {}, ["X"]),  # Russian
    ("Н", "KeyY", {"shiftKey": True}, ["Y"]),
    ("χ", "KeyX", {}, ["X"]),  # Greek
    ("q", "KeyA", {}, ["A"]),  # French: the place, and the letter
    ("a", "KeyQ", {}, ["A"]),
    ("z", "KeyY", {}, ["Y"]),  # German
    ("Y", "KeyZ", {"shiftKey": True}, ["Y"]),
    ("x", "", {}, ["X"]),  # on a screen
    ("Enter", "NumpadEnter", {}, ["A"]),
    ("ArrowUp", "Numpad8", {}, ["up"]),
    ("Escape", "Escape", {}, ["B"]),
    ("q", "KeyQ", {}, []),
    ("Tab", "Tab", {}, []),
    ("r", "KeyR", {"ctrlKey": True}, []),
    ("x", "KeyX", {"ctrlKey": True}, []),
    ("x", "KeyX", {"metaKey": True}, []),
    ("ArrowLeft", "ArrowLeft", {"altKey": True}, []),
    ("»", "KeyX", {"modifierAltGraph": True}, []),
    ("Enter", "Enter", {"ctrlKey": True}, []),
    ("x", "KeyX", {"repeat": True}, []),
]


def test_keys_go_by_their_place(visit, address):
    page = visit(address + "?lang=en")
    running(page)
    found = page.evaluate(
        """events => events.map(([key, code, more]) => {
            const send = (type) => {
                const event = new KeyboardEvent(type, { key, code, bubbles: true, cancelable: true, ...more });
                document.body.dispatchEvent(event);
                return event.defaultPrevented;
            };
            const down = () => [...document.querySelectorAll(".key.down")].map((e) => e.dataset.name);
            const stopped = send("keydown");
            const names = down();
            send("keyup");
            return [names, stopped, down()];
        })""",
        [list(event[:3]) for event in STRUCK],
    )
    for event, (names, stopped, after) in zip(STRUCK, found):
        assert names == event[3], event
        # what isn't ours goes to the browser; a key that repeats does nothing there either
        assert stopped == bool(names or event[2].get("repeat")), event
        assert after == [], event
    # a focused button answers to Enter and the space bar, and a held Meta key swallows what is let go
    page.focus('.key[data-name="X"]')
    page.keyboard.down("Enter")
    down = "[...document.querySelectorAll('.key.down')].map(e => e.dataset.name)"
    assert page.evaluate(down) == ["X"]
    page.keyboard.down("Meta")
    assert page.evaluate(down) == []


def chosen(page, title):
    """Choose a language on the handheld as it starts for the first time."""
    codes = ["Deutsch", "English", "Italiano", "한국어", "ไทย"]
    wait_for_words(page, "Italiano")
    page.wait_for_timeout(300)
    for _ in range((codes.index(title) - codes.index("English")) % len(codes)):
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(300)
    page.keyboard.press("Enter")


def words(lang):
    return web.languages()[lang][1]


def in_language(page, lang):
    """The page's own words are those of ``lang``."""
    text = words(lang)
    page.wait_for_function("lang => document.documentElement.lang === lang", arg=lang)
    assert page.inner_text("#open") == text["choose.all"]
    assert page.get_attribute("#open", "aria-label") == text["choose.all"]
    assert page.get_attribute("#panel", "aria-label") == text["screen"]
    assert page.get_attribute("#said", "aria-label") == text["said"]
    assert page.get_attribute('.key[data-name="A"]', "aria-label") == text["button"].replace("{0}", "A")
    up = text["button"].replace("{0}", text["button.up"])
    assert page.get_attribute('.key[data-name="up"]', "aria-label") == up
    assert page.text_content("#keys").startswith(text["keys"].partition("{0}")[0].strip())
    assert page.text_content("#choice-title") == text["choice.heading"]
    assert page.get_attribute("#deal", "placeholder") == text["choice.any"]
    assert page.text_content("#start") == text["choice.start"]
    assert page.text_content('#game option[value="cicera"]') == text["cicera"]
    # none of the marked elements is left in another language
    left = page.evaluate(
        "[...document.querySelectorAll('[data-t]')].map(e => [e.dataset.t, e.textContent])"
    )
    assert left and all(text[key] == shown for key, shown in left)


@pytest.mark.parametrize(
    "lang, title", [("th", "ไทย"), pytest.param("ko", "한국어", marks=pytest.mark.slow)]
)
def test_the_page_speaks_the_handhelds_language(visit, address, lang, title):
    page = visit(address + "?lang=en")
    running(page)
    in_language(page, "en")
    page = visit(address + "?speed=10", locale="de-DE")
    running(page)
    in_language(page, "en")  # as the handheld is, whatever the browser
    chosen(page, title)
    in_language(page, lang)
    page.wait_for_function(
        "lang => document.querySelector('#said > :last-child').lang === lang", arg=lang
    )
    # each language's own name is spoken in it
    assert page.evaluate("[...document.querySelectorAll('#said [lang=it]')].map(e => e.textContent)") in (
        ["Italiano, "], []
    )
    page.reload()
    running(page)
    in_language(page, lang)


@pytest.mark.parametrize(
    "lang, words",
    [
        ("ko", "차례는 오른쪽으로"),
        pytest.param("th", "เล่นสองต่อสอง คุณนั่งทิศใต้", marks=pytest.mark.slow),
        pytest.param("en", "Fifteen cards each, fifteen tricks.", marks=pytest.mark.slow),
        pytest.param("de", "Fünfzehn", marks=pytest.mark.slow),
    ],
)
def test_a_page_of_the_rules_is_spoken(visit, address, lang, words):
    page = visit(address + "?speed=10&lang=" + lang)
    running(page)
    for key in ("ArrowDown", "ArrowDown", "Enter", "Enter", "Enter"):
        page.wait_for_timeout(400)
        page.keyboard.press(key)
    wait_for_words(page, words)


def test_a_language_in_the_address_follows_the_handheld(visit, address):
    page = visit(address + "?lang=it&speed=10")
    running(page)
    in_language(page, "it")
    wait_for_words(page, "Regole")

    def press(*keys):
        for key in keys:
            page.wait_for_timeout(300)
            page.keyboard.press(key)

    press("ArrowUp", "Enter")  # the settings are last
    wait_for_words(page, "Guida")
    press("ArrowUp", "ArrowUp", "Enter")  # before the way back
    wait_for_words(page, "Deutsch")
    press("ArrowUp", "ArrowUp", "Enter")
    page.wait_for_function("document.documentElement.lang !== 'it'")
    in_language(page, "de")
    assert "lang=de" in page.url and "speed=10" in page.url


def test_every_language_has_all_texts_of_the_page():
    english = words("en")
    assert list(web.languages()) == sorted(LANGUAGES)
    for lang in LANGUAGES:
        text = words(lang)
        assert set(text) == set(english), lang
        for key, value in text.items():
            assert value.strip(), (lang, key)
            for place in ("{0}", "{1}"):
                assert (place in value) == (place in english[key]), (lang, key)
        if lang != "en":
            same = {key for key in text if text[key] == english[key]}
            assert same <= {"tarocco", "cicera", "choice.board", "key.return"}, lang
    # what the page asks for is there
    sources = ""
    for name in ("app.js", "worker.js", "index.html"):
        with open(os.path.join(web.SOURCES, name), encoding="utf-8") as file:
            sources += file.read()
    for key in english:
        used = '"%s"' % key in sources or key.split(".")[0] in ("button", "key", "keep")
        assert used, key


#: How browsers refuse: a name, a script for before the page's own, and what the page then keeps.
BROKEN = [
    ("no localStorage", "Object.defineProperty(window, 'localStorage', { value: undefined })", "off"),
    ("localStorage is null", "Object.defineProperty(window, 'localStorage', { value: null })", "off"),
    (
        "localStorage may not be touched",
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
        "off",
    ),
    ("nothing can be read", "Storage.prototype.getItem = () => { throw new DOMException('no'); }", "off"),
    ("nothing can be listed", "Storage.prototype.key = () => { throw new DOMException('no'); }", "off"),
    (
        "there is no room",
        "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); }",
        "full",
    ),
    (
        "there is no room for files",
        "const set = Storage.prototype.setItem; Storage.prototype.setItem = function (name, text) {"
        " if (name.includes('/save/')) throw new DOMException('no', 'QuotaExceededError');"
        " set.call(this, name, text); }",
        "full later",
    ),
    ("what is kept is gone", "Storage.prototype.setItem = () => {}", "off"),
    ("nothing can be removed", "Storage.prototype.removeItem = () => { throw new DOMException('no'); }", "kept"),
    (
        "no sessionStorage",
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no'); } })",
        "kept",
    ),
    ("no IndexedDB", "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no'); } })", "kept"),
    ("no caches", "Object.defineProperty(window, 'caches', { get() { throw new DOMException('no'); } })", "kept"),
    (
        "no service worker",
        "Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('no'); } })",
        "kept",
    ),
    ("no navigator.storage", "Object.defineProperty(navigator, 'storage', { get() { throw new DOMException('no'); } })", "kept"),
    ("no locks", "Object.defineProperty(navigator, 'locks', { value: undefined })", "kept"),
    ("locks may not be touched", "Object.defineProperty(navigator, 'locks', { get() { throw new DOMException('no'); } })", "kept"),
    ("locks refuse", "LockManager.prototype.request = async () => { throw new DOMException('no', 'SecurityError'); }", "kept"),
    ("locks never answer", "LockManager.prototype.request = () => new Promise(() => {})", "kept"),
]
# everything at once, and nothing at all
BROKEN.append(("nothing works", "; ".join("{ %s }" % s for _, s, _ in BROKEN if "define" in s and "{ get" in s), "off"))
QUICK = {"localStorage may not be touched", "there is no room for files", "nothing works", "locks refuse"}


@pytest.mark.parametrize(
    "script, keeps",
    [
        pytest.param(script, keeps, id=name, marks=() if name in QUICK else pytest.mark.slow)
        for name, script, keeps in BROKEN
    ],
)
def test_a_browser_that_refuses(browser, address, script, keeps):
    """The game goes on, and the page says in its language what it can't keep."""
    context = browser.new_context()
    context.add_init_script(script)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    text = words("de")
    try:
        page.goto(address + "?lang=de&game=cicera&deal=%s&speed=25" % DEAL)
        running(page)
        state, _, later = keeps.partition(" ")
        if not later:
            page.wait_for_function("state => tavolino.keeps === state", arg=state)
        # several moves
        wait_for_words(page, " 2/12", lambda: (page.keyboard.press("Enter"), page.keyboard.press("ArrowRight")))
        if state in ("off", "full"):
            page.wait_for_function("text => document.getElementById('note-words').textContent === text",
                                   arg=text["keep." + state])
            assert page.locator("#note").is_visible()
            page.click("#note-close")
            assert not page.locator("#note").is_visible()
        else:
            assert not page.locator("#note").is_visible()
            assert page.evaluate("Object.keys(localStorage).some(name => name.includes('/save/'))")
        assert faults == []
    finally:
        context.close()


def test_room_that_is_made_is_used(visit, address):
    page = visit(address + "?lang=en&game=cicera&deal=%s&speed=25" % DEAL)
    running(page)
    page.evaluate(
        "window.set = Storage.prototype.setItem; Storage.prototype.setItem = () => {"
        " throw new DOMException('no', 'QuotaExceededError'); }; 0"
    )
    page.keyboard.press("Enter")
    page.wait_for_selector("#note")
    page.evaluate("Storage.prototype.setItem = window.set; 0")
    wait_for_words(page, "Round 2/", lambda: (page.keyboard.press("Enter"), page.keyboard.press("ArrowRight")))
    page.wait_for_selector("#note", state="hidden")
    assert saved(page) > 0


def saved(page):
    """The running number of the newest save of the game that the browser keeps; 0: none."""
    files = page.evaluate(
        "Object.entries(localStorage).filter(([name]) => /save.game[.]/.test(name)).map(([, text]) => text)"
    )
    numbers = [base64.b64decode(text)[4:6] for text in files]
    return max([low | high << 8 for low, high in numbers] or [0])


def on(page, moves=3):
    """Play on: some cards."""
    for _ in range(moves):
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)


LOCKS = [
    "0",
    "Object.defineProperty(navigator, 'locks', { value: undefined })",
    "LockManager.prototype.request = () => new Promise(() => {})",
]


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(LOCKS[0], id="locks"),
        pytest.param(LOCKS[1], id="no locks", marks=pytest.mark.slow),
        pytest.param(LOCKS[2], id="locks that hang", marks=pytest.mark.slow),
    ],
)
def test_of_two_tabs_the_newer_keeps(browser, address, script):
    context = browser.new_context()
    context.add_init_script(script)
    text = words("en")
    query = address + "?lang=en&game=cicera&deal=%s&speed=25" % DEAL
    try:
        old = context.new_page()
        old.goto(query)
        running(old)
        wait_for_words(old, "Round 2/", lambda: on(old, 1))
        new = context.new_page()
        new.goto(query)
        running(new)
        # the older one says so at once, and plays on
        old.wait_for_function("tavolino.keeps === 'taken'")
        assert old.inner_text("#note-words") == text["keep.taken"]
        assert not new.locator("#note").is_visible()
        first = saved(new)
        wait_for_words(new, "Round 3/", lambda: on(new, 1))
        new.wait_for_timeout(500)
        kept = saved(new)
        assert kept > first > 0
        whole = new.evaluate("JSON.stringify(localStorage)")
        wait_for_words(old, "Round 4/", lambda: on(old, 1))
        old.wait_for_timeout(300)
        assert new.evaluate("JSON.stringify(localStorage)") == whole
        # there it can go on with what the newer one has kept
        old.click("#here")
        new.wait_for_function("tavolino.keeps === 'taken'")
        old.wait_for_function("window.tavolino?.keeps === 'kept'")
        running(old)
        wait_for_words(old, "Round ")
        rounds = [line for line in said(old) if "Round " in line]
        assert "Round 3/12" in rounds[0], rounds
        on(old)
        old.wait_for_timeout(300)
        assert saved(old) >= kept
        # another board is another handheld
        assert not any("badger" in name for name in old.evaluate("Object.keys(localStorage)"))
    finally:
        context.close()


def test_a_page_that_was_closed_is_waited_for_by_nobody(visit, address):
    page = visit(address + "?lang=en&game=cicera&deal=%s&speed=25" % DEAL)
    running(page)
    on(page)
    turn = "localStorage.getItem('tavolino/picosystem#turn')"
    before = page.evaluate(turn)
    assert before.endswith("+")
    page.goto(address + "?board=none")
    assert page.evaluate(turn) == before[:-1] + "-"
    # storage that somebody empties is written again
    page.goto(address + "?lang=en&game=cicera&deal=%s&speed=25" % DEAL)
    running(page)
    page.evaluate("localStorage.clear()")
    on(page, 6)
    page.wait_for_function("Object.keys(localStorage).some(name => name.includes('/save/'))")
    assert page.evaluate("tavolino.keeps") == "kept"


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


SIZES = (
    (280, 653), (320, 256), (844, 390), (3840, 2160),
)
MORE_SIZES = SIZES + (
    (256, 320), (280, 280), (320, 480), (360, 640), (390, 844), (412, 915), (480, 320), (500, 300),
    (568, 320), (600, 960), (640, 256), (640, 480), (699, 500), (768, 1024), (800, 480), (1024, 768),
    (1280, 300), (1280, 800), (1366, 768), (1920, 1080), (2560, 1080), (2160, 3840),
)


def every_board():
    return {name: web._described(board) for name, board in web.boards().items()}


def test_the_layout_of_every_size(visit, address):
    """layout.js by itself, in thousands of sizes: nothing outside, nothing over another, all large enough."""
    page = visit(address + "?board=none")
    found = page.evaluate(
        """async (boards) => {
            const { layout } = await import("./layout.js");
            const faults = [];
            const modes = {};
            for (const [name, board] of Object.entries(boards)) {
                for (let w = 232; w < 4000; w = Math.ceil(w * 1.13)) {
                    for (let h = 120; h < 4000; h = Math.ceil(h * 1.17)) {
                        for (const ratio of [1, 2, 2.625]) {
                            const { mode, scale, keys, glass, ...all } = layout(board, w, h, ratio);
                            const where = [name, w, h, ratio, mode, scale].join(" ");
                            modes[mode] = (modes[mode] ?? 0) + 1;
                            if (!(scale >= 0.5)) faults.push(where + " too small");
                            if (all.w > w || mode !== "scrolled" && all.h > h) faults.push(where + " too large");
                            const boxes = keys.map(({ x, y, d, round }) => ({ left: x - d / 2, top: y - d / 2,
                                right: x + d / 2, bottom: y + d / 2, x, y, d, round }));
                            boxes.push({ left: glass.x, top: glass.y, right: glass.x + glass.w,
                                bottom: glass.y + glass.h, d: 99 });
                            if (boxes.length !== board.buttons.length + 1) faults.push(where + " lacks a button");
                            boxes.forEach((a, i) => {
                                if (a.d < 44) faults.push(where + " button too small " + i);
                                if (a.left < 0 || a.top < 0 || a.right > all.w || a.bottom > all.h) {
                                    faults.push(where + " outside " + i);
                                }
                                for (const b of boxes.slice(i + 1)) {
                                    const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                                        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
                                    const far = a.round && b.round
                                        && Math.hypot(a.x - b.x, a.y - b.y) >= (a.d + b.d) / 2 - 1;
                                    if (over && !far) faults.push(where + " over another " + i);
                                }
                            });
                        }
                    }
                }
            }
            return [faults, modes];
        }""",
        every_board(),
    )
    assert found[0][:20] == []
    assert set(found[1]) == {"whole", "below", "beside", "scrolled"}


#: What is wrong with the page as it is laid out: a list of strings.
FAULTS = r"""() => {
    const root = document.documentElement;
    scrollTo(0, 99999); // the sentence at the foot is over the rest until then
    const high = Math.max(root.scrollHeight, innerHeight);
    const boxes = [...document.querySelectorAll(".key, #glass, #open, h1, #board-name, #keys, #note p, #note button")]
        .filter((e) => e.getClientRects().length && e.textContent !== "" | e.id === "glass")
        .map((e) => {
            const b = e.getBoundingClientRect();
            return { name: e.dataset.name ?? (e.id || e.textContent), left: b.left + scrollX, top: b.top + scrollY,
                right: b.right + scrollX, bottom: b.bottom + scrollY, button: e.tagName === "BUTTON",
                round: e.matches(".key:not(.cross)"), cut: e.id !== "glass" && e.scrollWidth > e.clientWidth + 1 };
        });
    const faults = [];
    for (const a of boxes) {
        if (a.left < -0.5 || a.top < -0.5 || a.right > root.clientWidth + 0.5 || a.bottom > high + 0.5) {
            faults.push("outside: " + a.name);
        }
        if (a.button && (a.right - a.left < 43.9 || a.bottom - a.top < 43.9)) faults.push("small: " + a.name);
        if (a.cut) faults.push("cut: " + a.name);
        for (const b of boxes) {
            if (a === b) break;
            const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
            const far = a.round && b.round && Math.hypot((a.left + a.right - b.left - b.right) / 2,
                (a.top + a.bottom - b.top - b.bottom) / 2) >= (a.right - a.left + b.right - b.left) / 2 - 1;
            if (over && !far) faults.push(a.name + " over " + b.name);
        }
    }
    if (root.scrollWidth > root.clientWidth) faults.push("too wide");
    if (getComputedStyle(document.body).overflowY === "hidden") faults.push("can't be scrolled");
    if (tavolino.mode !== "scrolled" && document.getElementById("note").hidden && root.scrollHeight > innerHeight) {
        faults.push("scrolls for nothing");
    }
    return faults;
}"""


def resized(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("size => String(tavolino.laid) === size", arg="%d,%d" % (width, height))


def laid_out(browser, address, board, lang, sizes):
    """The faults of a board's page in each of ``sizes``, with and without a sentence at its foot."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()

    def with_all_boards(route):
        text = route.fetch().text()
        facts = json.loads(text[text.index("{") : text.rindex(";")])
        facts["boards"] = every_board()
        text = "export default %s;" % json.dumps(facts)
        route.fulfill(body=text, content_type="text/javascript")

    # every board's place and buttons, without its firmware: it isn't started here
    page.route("**/facts.js", with_all_boards)
    page.route("**/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(address + "?board=%s&lang=%s" % (board, lang))
    page.wait_for_function("window.tavolino?.keeps")
    faults = []
    try:
        for noted in (False, True):
            for width, height in sizes:
                resized(page, width, height)
                for fault in page.evaluate(FAULTS):
                    faults.append("%s %s %dx%d %s: %s" % (board, lang, width, height, noted, fault))
                page.evaluate("scrollTo(0, 0)")
                box = page.locator("#note").bounding_box()
                if noted and box["y"] + box["height"] > height + 1:
                    faults.append("%s %s %dx%d: a sentence unseen" % (board, lang, width, height))
            # as another page does that opens this board
            page.evaluate(
                "name => { localStorage.setItem(name, 'another+');"
                " dispatchEvent(new StorageEvent('storage', { key: name })); }",
                "tavolino/%s#turn" % board,
            )
            page.wait_for_selector("#here")
    finally:
        context.close()
    return faults


LANGUAGES = ("en", "it", "de", "ko", "th")


@pytest.mark.parametrize("board", ("picosystem", "badger2040", "t_display"))
def test_everything_is_reachable(browser, address, board):
    assert laid_out(browser, address, board, "de", SIZES) == []


@pytest.mark.slow
@pytest.mark.parametrize("board", list(web.boards()))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_reachable_in_every_size(browser, address, board, lang):
    assert laid_out(browser, address, board, lang, MORE_SIZES) == []


@pytest.mark.parametrize("lang", ("de", pytest.param("th", marks=pytest.mark.slow)))
def test_a_page_zoomed_to_400_percent(visit, address, lang):
    page = visit(address + "?lang=" + lang, viewport={"width": 320, "height": 256}, device_scale_factor=4)
    running(page)
    assert page.evaluate("tavolino.mode") == "scrolled"
    page.wait_for_timeout(300)
    before = len(said(page))
    page.locator('.key[data-name="A"]').click()  # (scrolls there)
    page.wait_for_function("before => tavolino.said.length > before", arg=before)
    # the form, too: all of it, by scrolling
    page.click("#open")
    for name in ("board", "lang", "game", "deal", "close", "start"):
        field = page.locator("#" + name)
        field.scroll_into_view_if_needed()
        box = field.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320, name
        assert box["y"] >= 0 and box["y"] + box["height"] <= 256, name
    page.click("#close")
    assert not page.locator("#choice").is_visible()


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
        resized(page, width, height)
        assert page.evaluate(FAULTS) == []
        assert page.evaluate("tavolino.mode") != "scrolled"
    page.wait_for_timeout(300)
    page.locator('.key[data-name="A"]').tap()
    wait_for_words(page, "A first deal")
    assert page.evaluate("getComputedStyle(document.querySelector('.key')).touchAction") == "none"


def plain(folder, before_sw=""):
    """A server that sends no headers of its own; ``before_sw`` is put before the service worker."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_GET(self):
            if self.path != "/sw.js":
                return super().do_GET()
            with open(os.path.join(folder, "sw.js"), "rb") as file:
                data = before_sw.encode() + file.read()
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    handler = functools.partial(Quiet, directory=folder)
    return http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)


def test_it_works_on_plain_hosting_and_then_without_a_network(visit, site):
    server = plain(site[0])
    page = visit(serving(server) + "?lang=en")
    # the first load ends in a second one, which the service worker gives its headers
    page.wait_for_function("window.crossOriginIsolated && window.tavolino", timeout=30000)
    running(page)
    server.shutdown()
    server.server_close()
    page.reload()
    running(page)
    wait_for_words(page, "Cicera")


#: On plain hosting: what is broken in the service worker and in the page.
PLAIN = [
    ("Object.defineProperty(self, 'caches', { get() { throw new DOMException('no'); } });", ""),
    ("Object.defineProperty(self, 'caches', { value: undefined });", ""),
    ("Cache.prototype.put = async () => { throw new DOMException('no', 'QuotaExceededError'); };", ""),
    ("CacheStorage.prototype.open = async () => { throw new DOMException('no', 'SecurityError'); };", ""),
    ("Cache.prototype.match = async () => { throw new DOMException('no'); };", ""),
    ("", "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no'); } });"
         "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"),
]


@pytest.mark.slow
@pytest.mark.parametrize("worker, script", PLAIN)
def test_it_works_on_plain_hosting_where_nothing_is_kept(browser, site, worker, script):
    context = browser.new_context()
    context.add_init_script(script or "0")
    page = context.new_page()
    server = plain(site[0], worker)
    try:
        page.goto(serving(server) + "?lang=it")
        page.wait_for_function("window.crossOriginIsolated && window.tavolino", timeout=30000)
        running(page)
        wait_for_words(page, "Regole")
        page.reload()
        running(page)
        wait_for_words(page, "Regole")
    finally:
        context.close()
        server.shutdown()
        server.server_close()


#: Where the page can't run at all: why, and its sentence.
HOPELESS = [
    ("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })", "fail.safe"),
    ("Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('no'); } })", "fail.safe"),
    ("ServiceWorkerContainer.prototype.register = async () => { throw new DOMException('no'); }", "fail.worker"),
    ("ServiceWorkerContainer.prototype.register = () => { throw new DOMException('no'); }", "fail.worker"),
]


@pytest.mark.parametrize(
    "script, key",
    [pytest.param(*HOPELESS[0], marks=pytest.mark.slow), HOPELESS[1], HOPELESS[2],
     pytest.param(*HOPELESS[3], marks=pytest.mark.slow)],
)
def test_where_it_cannot_run_it_says_so(browser, site, script, key):
    context = browser.new_context(locale="ko-KR")
    context.add_init_script(script)
    page = context.new_page()
    server = plain(site[0])
    try:
        page.goto(serving(server))
        page.wait_for_function(
            "words => document.getElementById('sentence')?.textContent === words", arg=words("ko")[key]
        )
        assert page.locator("#cover").is_visible()
    finally:
        context.close()
        server.shutdown()
        server.server_close()


def refuse(status, route):
    if status:
        route.fulfill(status=status)
    else:
        route.abort()


def test_a_file_that_is_missing_is_told(browser, address):
    context = browser.new_context()
    page = context.new_page()
    try:
        for status, key in ((404, "fail.missing"), (None, "fail.network")):
            answer = functools.partial(refuse, status)
            page.route("**/*.pack.gz", lambda route: answer(route))  # noqa: B023
            page.goto(address + "?lang=de")
            text = words("de")[key].replace("{0}", "picosystem.pack.gz").replace("{1}", "404")
            page.wait_for_function(
                "words => document.getElementById('sentence').textContent === words", arg=text
            )
            page.unroute("**/*.pack.gz")
        # and then goes on
        page.click("#again")
        running(page)
    finally:
        context.close()


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
