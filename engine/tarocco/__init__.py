# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Tarocco Bolognese: 62 cards, 15 tricks, declarations, sets and sequences."""
