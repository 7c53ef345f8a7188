import { existsSync } from 'node:fs'

const args = [
  // Chromium's own sandbox refuses root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
]
const shell = '/usr/bin/chromium-headless-shell'

/** Debian's Chromium as people have it; CHROMIUM may name another one. */
export const wholeChromium = { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args }

/**
 * How tests start the browser. The headless shell is Chromium without windows and takes a fifth less of the processor for the
 * same pages; all that tests miss in it are links that open a tab from a frame without scripts.
 */
export const chromiumOptions =
  process.env['CHROMIUM'] === undefined && existsSync(shell) ? { executablePath: shell, args } : wholeChromium
