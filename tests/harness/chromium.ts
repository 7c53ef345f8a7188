import { existsSync } from 'node:fs'

const args = [
  // Chromium's own sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
]
const shell = '/usr/bin/chromium-headless-shell'

/** Debian's ordinary Chromium, or the one named by CHROMIUM. */
export const wholeChromium = { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args }

/**
 * Browser settings for tests. The headless shell is Chromium without windows and uses a fifth less processor time for the same
 * pages. Tests miss only one feature: links that open a tab from an iframe without scripts.
 */
export const chromiumOptions =
  process.env['CHROMIUM'] === undefined && existsSync(shell) ? { executablePath: shell, args } : wholeChromium
