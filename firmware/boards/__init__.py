# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""One small module a board: its pins, panel and buttons. Nothing else here knows pins."""
