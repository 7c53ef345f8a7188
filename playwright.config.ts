import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './tests/harness/chromium.ts'

// These only look: what they find does not depend on what other journeys did, as long as those have a portal of their own.
const onlyLook = [
  'by-keyboard',
  'gallery',
  'login-start',
  'page-weight',
  'screens',
  'states',
  'strict-policy',
  'total-benefits',
  'vouchers',
  'what-if',
].map((name) => `${name}.journey.ts`)
const journeys = { testDir: 'tests/journeys', testMatch: '*.journey.ts' }

export default defineConfig({
  projects: [
    // What people do stays done for the journeys behind: each project has one worker, hence one portal and one order of its
    // files, the same on every machine. --project='journeys*' runs both.
    { ...journeys, name: 'journeys', testIgnore: onlyLook, workers: 1 },
    { ...journeys, name: 'journeys-looking', testMatch: onlyLook, workers: 1 },
    // Pictures of every screen, to look at: npm run screens.
    { name: 'screens', testDir: 'tests/screens', testMatch: '*.pictures.ts', timeout: 3_600_000 },
  ],
  outputDir: '.cache/journeys',
  // One project alone leaves half of two cores idle: a page waits longer than it works.
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
    launchOptions: chromiumOptions,
  },
})
