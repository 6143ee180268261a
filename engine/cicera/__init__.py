# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Cicera, the 52-card fishing game of Brescia."""
