# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Models of display panels, fed with the very bytes that a panel gets on its wires."""
