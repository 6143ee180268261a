# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What the daily run leaves out, in one place: of a matrix a corner or two stay, the rest is slow.

``MATRIX``: test function -> the parameters that stay daily, as pytest writes them; none: all of it
is slow. Chosen so that each game, each kind of panel (TFT, e-ink), Latin and Thai, CPython and the
real MicroPython are still seen daily. A name that no test has is an error when all are collected.
Tests that stand alone may be marked ``slow`` where they are, as those of the web page are.
"""

MATRIX = {
    # Whole deals: one a game.
    "test_app_deals.py::test_a_whole_deal_in_the_heap_of_a_board": (
        "tarocco-picosystem-320k",
        "cicera-badger2040-320k",
    ),
    "test_app_deals.py::test_pressing_ok_plays_a_whole_deal": (),
    "test_app_deals.py::test_power_cuts_lose_nothing": ("cicera",),
    "test_app_deals.py::test_a_deal_goes_on_from_every_choice": ("cicera",),
    "test_app_after.py::test_what_can_be_played_after_a_deal": ("picosystem",),
    "test_app_lesson.py::test_a_newcomer_gets_to_the_count_and_is_told_all_once": (
        "en-tarocco-pico_st7735r",
        "th-cicera-pico_epaper_2_13",
    ),
    "test_app_lesson.py::test_a_newcomer_is_led_to_it_by_pressing_ok": ("tarocco-picosystem",),
    "test_app_hints.py::test_the_strip_hides_neither_the_bar_nor_the_hand": (
        "t_display-tarocco",
        "badger2040-cicera",
    ),
    "test_app_hints.py::test_on_e_ink_the_strip_comes_with_the_turn_and_stays": ("cicera",),
    "test_app_language.py::test_thai_and_korean_in_the_heap_of_a_board": ("th",),
    "test_days.py::test_left_at_the_table": ("picosystem-resting",),
    "test_endurance.py::test_a_deal_with_the_strongest_players": (),
    "test_endurance.py::test_many_deals_in_the_heap": ("cicera",),
    # Thousands of deals, positions, presses and cuts; fewer of the kind are in other daily tests.
    "test_cicera_game.py::test_random_deals_conserve_cards_and_points_and_replay": ("300",),
    "test_tarocco_game.py::test_ten_thousand_deals": (),
    "test_sim_buttons.py::test_contacts_that_part_for_a_moment": ("10",),
    "test_sim_buttons.py::test_a_hundred_thousand_presses": ("True",),
    "test_power_cut.py::test_every_cut_in_a_match": ("cicera-lfs2", "cicera-fat"),
    "test_power_cut.py::test_full_flash_the_game_goes_on": ("cicera",),
    "test_sim_app.py::test_same_keys_same_pictures": ("picosystem-tarocco", "badger2040-cicera"),
    "test_flash_power.py::test_every_cut": ("first-lfs2", "remove nothing new-lfs2"),
    "test_fuzz.py::test_a_spoilt_flash": ("picosystem",),
    "test_fuzz.py::test_files": ("picosystem",),
    "test_fuzz.py::test_presses": ("picosystem",),
    "test_cycles.py::test_machine_code_decides_what_python_decides": ("cicera",),
    "test_cycles.py::test_slices_are_short": ("cicera",),
    # What is drawn and packed: a language for each way of writing, a TFT and an e-ink panel.
    "test_assets_texts.py::test_packing_again_changes_nothing": ("en", "th"),
    "test_rules_pages.py::test_set_pages_are_those_that_labels_draw": (
        "de-240x240",
        "th-296x128",
    ),
    "test_sheets.py::test_menus_sentences_and_pages": ("de-240x240", "th-296x128"),
    "test_sheets.py::test_tables": ("tarocco-de-240x240", "cicera-th-296x128"),
    "test_sheets.py::test_the_words_of_the_title_stand_apart_from_its_cards": (
        "de-240x240",
        "th-296x128",
    ),
    "test_sheets.py::test_every_text_is_shown_somewhere": (),
}


def left_out(name):
    """Whether the test of the id ``name`` (``tests/FILE::FUNCTION[PARAMETERS]``) is slow."""
    function, _, parameters = name.removeprefix("tests/").partition("[")
    return function in MATRIX and parameters.removesuffix("]") not in MATRIX[function]


def unknown(names):
    """Return what ``MATRIX`` names and none of the ids ``names`` has, sorted."""
    names = {name.removeprefix("tests/") for name in names}
    functions = {name.partition("[")[0] for name in names}
    there = {
        "%s[%s]" % (function, parameters)
        for function, daily in MATRIX.items()
        for parameters in daily
    }
    return sorted((there - names) | (set(MATRIX) - functions))
