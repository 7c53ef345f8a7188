import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'tests/journeys', testMatch: '*.journey.ts' },
    // Pictures of every screen, to look at: npm run screens.
    { name: 'screens', testDir: 'tests/screens', testMatch: '*.pictures.ts', timeout: 3_600_000 },
  ],
  outputDir: '.cache/journeys',
  // Every worker serves a portal of its own. One alone leaves half of two cores idle: a page waits longer than it works.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        // Chromium's own sandbox refuses root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
      ],
    },
  },
})
