// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// Finds the rp2040js npm package (it is not vendored here) and re-exports the pieces we use.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const places = [
  process.env.RP2040JS,
  path.resolve(process.cwd(), 'node_modules/rp2040js'),
  path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../node_modules/rp2040js'),
].filter(Boolean);

const dir = places.find((p) => fs.existsSync(path.join(p, 'dist/esm/index.js')));
if (!dir) {
  console.error(
    'Error: The npm package rp2040js is missing: start this by python -m sim.chip, or name its folder by RP2040JS.',
  );
  process.exit(2);
}
const load = (f) => import(pathToFileURL(path.join(dir, 'dist/esm', f)).href);
const index = await load('index.js');
const coreMod = await load('cortex-m0-core.js');
const cdcMod = await load('usb/cdc.js');
const setupMod = await load('usb/setup.js');

export const rp2040jsDir = dir;
export const { RP2040, ConsoleLogger, LogLevel, GPIOPinState } = index;
export const { CortexM0Core } = coreMod;
export const { extractEndpointNumbers } = cdcMod;
export const setup = setupMod;
