import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'
import { chromiumOptions } from './tests/harness/chromium.ts'

const files = (...names: string[]) => names.map((name) => `${name}.journey.ts`)

// Each of these journeys visits every screen and saves a few choices, so it needs a separate portal.
const everyScreen = files('screens', 'data-states')
const onlyLook = files(
  'keyboard-only',
  'shared-page-parts',
  'forced-colours',
  'dark-theme',
  'login-start',
  'api-description',
  'page-weight',
  'reload',
  'layout-shift',
  'strict-policy',
  'two-browser-tabs',
  'vouchers',
)
// Journeys about choosing benefits and the end of a session. Logins of other people do not affect them.
const choosing = files('choose-to-payroll', 'lost-replies', 'session-end')
const byScreenReader = files('by-screen-reader')
const inFirefox = files('firefox')
const apart = files('partner-price')
// This journey changes rows of all clients in ways that Citus refuses. Screens do not depend on the database engine.
const notOnCitus = process.env['CITUS'] ? files('hostile-content') : []
const journeys = { testDir: 'tests/journeys', testMatch: '*.journey.ts' }

export default defineConfig({
  projects: [
    // The order is fixed, because later journeys see the changes of earlier ones. `--project='journeys*'` runs all.
    {
      ...journeys,
      name: 'journeys',
      testIgnore: [...everyScreen, ...onlyLook, ...choosing, ...apart, ...byScreenReader, ...inFirefox, ...notOnCitus],
      workers: 1,
    },
    { ...journeys, name: 'journeys-screens', testMatch: everyScreen, workers: 2 },
    { ...journeys, name: 'journeys-choosing', testMatch: choosing, workers: 1 },
    { ...journeys, name: 'journeys-apart', testMatch: apart, workers: 1 },
    { ...journeys, name: 'journeys-looking', testMatch: onlyLook, fullyParallel: true, workers: 3 },
    ...(process.env['LONG_TESTS'] || process.env['TRANSCRIPTS']
      ? [{ ...journeys, name: 'journeys-by-screen-reader', testMatch: byScreenReader, workers: 1 }]
      : []),
    ...(process.env['LONG_TESTS'] ? [{ ...journeys, name: 'journeys-firefox', testMatch: inFirefox, workers: 1 }] : []),
    { name: 'screens', testDir: 'tests/screens', testMatch: '*.pictures.ts', timeout: 3_600_000 },
  ],
  globalSetup: './tests/journeys/prepared-data.ts',
  outputDir: '.cache/journeys',
  // Journeys mostly wait for responses, so that one worker a core would leave cores idle.
  workers: availableParallelism() + 2,
  // Generous, because slow cores may be shared. The limit only ends a journey that hangs.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    launchOptions: chromiumOptions,
  },
})
