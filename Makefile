# SPDX-FileCopyrightText: 2026 Tavolino contributors
# SPDX-License-Identifier: MIT
PYTHON = python3

.PHONY: web test
# dist/web: the page that runs the game in a browser
web:
	$(PYTHON) tools/start.py run -m tools.web

test:
	$(PYTHON) tools/start.py test
