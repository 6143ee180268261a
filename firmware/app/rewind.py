# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Taking back: the record of a game without its choices from the player's last decision on."""


def can(table):
    """Say whether there is a decision of South to be taken back at ``table``."""
    public = table.game.table
    if 0 in bytes(public.who):
        return True
    return table.name == "tarocco" and bool(
        public.said[0] or (public.dealer == 0 and table.game.discards)
    )


def before_decision(data):
    """Return the record ``data`` (bytes) as it was before South's last decision, as bytes.

    Both discards are one decision. How many were taken back stays in the record. Without a
    decision of South it is ``data`` as it is.
    """
    from engine.record import Record, module

    record = Record.from_bytes(data)
    rules = module(record.game)
    game = record.new()
    moves = bytes(record.moves)
    position = 0
    last = -1
    discarding = False
    while position < len(moves):
        south = game.turn == 0
        first = position
        again = discarding
        discarding = game.phase == 0
        choice, position = rules.unpack_choice(game, moves, position)
        game.do(choice)
        if south and not (again and discarding):
            last = first
    if last < 0:
        return data
    # (MicroPython can't delete from a bytearray.)
    record.moves = bytearray(moves[:last])
    record.taken_back = min(255, record.taken_back + 1)
    return record.to_bytes()
