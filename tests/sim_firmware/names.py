# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""The app, telling at every new screen how many names MicroPython keeps."""

import micropython


def run(board, root="/", game=None, deal=None, lang=None):
    from firmware import main
    from firmware.app.app import App

    show = App.show

    def counted(self, group):
        show(self, group)
        micropython.qstr_info()

    App.show = counted
    main.run(board, root, game, deal, lang)
