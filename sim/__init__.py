# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""A simulator of the handhelds' hardware; start it with ``python -m sim``."""
