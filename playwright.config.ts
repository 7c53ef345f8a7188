import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'
import { chromiumOptions } from './tests/harness/chromium.ts'

const files = (...names: string[]) => names.map((name) => `${name}.journey.ts`)

// Each of these visits every screen on a portal of its own, and leaves a few choices there.
const everyScreen = files('screens', 'states')
// These journeys change nothing. Their results do not depend on other journeys, as long as those run on a separate portal.
const onlyLook = files(
  'by-keyboard',
  'frame',
  'gallery',
  'login-start',
  'manual',
  'page-weight',
  'reload',
  'stands-still',
  'strict-policy',
  'tabs',
  'vouchers',
)
// Choosing benefits, their consequences, and leaving: none of it depends on how other people signed in.
const choosing = files('choosing', 'family', 'leaving', 'main-job', 'over-the-limit', 'reports')
// These start a portal of their own, with another clock or an application beside it.
const apart = files('partner', 'three-years')
// Changes rows of all clients in ways that Citus refuses. What screens do with them does not depend on the engine.
const notOnCitus = process.env['CITUS'] ? files('hostile-content') : []
const journeys = { testDir: 'tests/journeys', testMatch: '*.journey.ts' }

export default defineConfig({
  projects: [
    // A journey's changes remain for the journeys after it. Such a project therefore has one worker, one portal and one order of
    // files, the same on every machine. Journeys that change nothing go to any free worker, so that none runs alone at the end.
    // --project='journeys*' runs all of them, in this order.
    {
      ...journeys,
      name: 'journeys',
      testIgnore: [...everyScreen, ...onlyLook, ...choosing, ...apart, ...notOnCitus],
      workers: 1,
    },
    { ...journeys, name: 'journeys-screens', testMatch: everyScreen, workers: 2 },
    { ...journeys, name: 'journeys-choosing', testMatch: choosing, workers: 1 },
    { ...journeys, name: 'journeys-apart', testMatch: apart, workers: 1 },
    { ...journeys, name: 'journeys-looking', testMatch: onlyLook, fullyParallel: true },
    // Screenshots of every screen, for viewing: npm run screens.
    { name: 'screens', testDir: 'tests/screens', testMatch: '*.pictures.ts', timeout: 3_600_000 },
  ],
  globalSetup: './tests/journeys/prepared.ts',
  outputDir: '.cache/journeys',
  // A journey spends a third of its time waiting for responses and network idle, and most of it on a slow line. Three workers at
  // once leave two cores partly idle.
  workers: availableParallelism() + 2,
  // Two slow cores may be shared with other work, so the limit only ends a journey that hangs.
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
