# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""What runs on the handheld, above the engine."""

VERSION = "0.2.0"  # that of pyproject.toml
