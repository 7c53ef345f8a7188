import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  outputDir: '.cache/journeys',
  // Every worker serves a portal of its own; two cores carry one browser and one server well.
  workers: 1,
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
