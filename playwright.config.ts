import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'
import { chromiumOptions } from './tests/harness/chromium.ts'

const files = (...names: string[]) => names.map((name) => `${name}.journey.ts`)

// These only look: what they find does not depend on what other journeys did, as long as those have a portal of their own.
const everyScreen = files('screens')
const onlyLook = files(
  'by-keyboard',
  'frame',
  'gallery',
  'login-start',
  'manual',
  'page-weight',
  'reload',
  'stands-still',
  'states',
  'strict-policy',
  'tabs',
  'total-benefits',
  'vouchers',
  'what-if',
)
// What people choose and what becomes of it, and how they leave: nothing of it depends on how others came in.
const choosing = files('choosing', 'family', 'leaving', 'main-job', 'over-the-limit', 'reports')
// These start a portal of their own, for another clock or an application beside it.
const apart = files('partner', 'probation', 'three-years')
const journeys = { testDir: 'tests/journeys', testMatch: '*.journey.ts' }

export default defineConfig({
  projects: [
    // What people do stays done for the journeys behind: such a project has one worker, hence one portal and one order of its
    // files, the same on every machine. Who only looks goes to whichever worker is free, so that none goes on alone at the
    // end. --project='journeys*' runs all of them, in this order.
    { ...journeys, name: 'journeys', testIgnore: [...everyScreen, ...onlyLook, ...choosing, ...apart], workers: 1 },
    { ...journeys, name: 'journeys-screens', testMatch: everyScreen, workers: 1 },
    { ...journeys, name: 'journeys-choosing', testMatch: choosing, workers: 1 },
    { ...journeys, name: 'journeys-apart', testMatch: apart, workers: 1 },
    { ...journeys, name: 'journeys-looking', testMatch: onlyLook, fullyParallel: true },
    // Pictures of every screen, to look at: npm run screens.
    { name: 'screens', testDir: 'tests/screens', testMatch: '*.pictures.ts', timeout: 3_600_000 },
  ],
  globalSetup: './tests/journeys/prepared.ts',
  outputDir: '.cache/journeys',
  // A page waits for a third of its time, for its answers and until nothing more is asked for, and for most of it where its
  // line is slow: three at a time leave a part of two cores idle.
  workers: availableParallelism() + 2,
  // They may share two slow cores with much else: only what hangs ends.
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
