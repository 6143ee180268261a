# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
"""Settings for all tests."""

import os

from hypothesis import settings

# The same examples on every run, so that a green suite stays green until the code changes.
# HYPOTHESIS_PROFILE=explore looks at new ones and at more of them.
settings.register_profile("default", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
