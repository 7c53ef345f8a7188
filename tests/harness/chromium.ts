import { existsSync } from 'node:fs'

const args = [
  // Chromium's own sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
]
const shell = '/usr/bin/chromium-headless-shell'

/** Chromium with windows: Debian's, or the program that the variable CHROMIUM names. */
export const wholeChromium = { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args }

/** The headless shell needs a fifth less processor time, but links in an iframe without scripts open no tab. */
export const chromiumOptions =
  process.env['CHROMIUM'] === undefined && existsSync(shell) ? { executablePath: shell, args } : wholeChromium
