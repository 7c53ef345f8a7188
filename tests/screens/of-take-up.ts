import { expect, type Page } from '@playwright/test'
import { isoDate } from '../../contract/dates.ts'
import { benefitId, personId } from '../../contract/ids.ts'
import type { HolderRow, TakeUpRow } from '../../features/take-up/take-up.contract.ts'
import { sampleOfBenefit, sampleRows, sampleTakeUp } from '../../features/take-up/take-up.samples.ts'
import { longBenefit, longName } from './long-words.ts'
import { refused, said, waits, type State } from './state.ts'

/** States of take-up and insights with the longest names, with no people and with a hundred thousand. */

const idOf = (number: number) => `0a5bdc6e-6a83-4b8e-9c53-${String(number).padStart(12, '0')}`
const large = { eligible: 123_456, selected: 123_455, optedOut: 1, takeUp: 100 }
const none = { eligible: 0, selected: 0, optedOut: 0, takeUp: 0 }

const longRow: TakeUpRow = {
  ...large,
  benefitId: benefitId.parse(idOf(1)),
  name: longBenefit,
  category: 'protection',
  categoryLabel: 'Protection for you and your family',
  offered: false,
}
const rows: TakeUpRow[] = [
  longRow,
  ...sampleRows.map((row, each) => ({ ...row, benefitId: benefitId.parse(idOf(2 + each)) })),
  { ...longRow, ...none, benefitId: benefitId.parse(idOf(9)), name: 'Gym', offered: true },
]
const everyBenefit = said({ ...sampleTakeUp, employees: 123_456, holders: 123_455, data: rows })

const holder = (number: number, more: Partial<HolderRow>): HolderRow => ({
  employeeId: personId.parse(idOf(number)),
  name: 'Bo Li',
  email: 'bo.li@demo.example',
  employeeNumber: null,
  holding: 'selected',
  from: isoDate.parse('2026-12-01'),
  ...more,
})
const holders = [
  holder(20, {
    name: longName,
    email: 'maximiliana.featherstonehaugh-cholmondeley@northgate-rail.example',
    employeeNumber: 'NR-0001-STOKE-ON-TRENT',
  }),
  holder(21, {}),
  holder(22, { holding: 'not-selected', from: null }),
  holder(23, { holding: 'opted-out' }),
]
const ofOne = { ...sampleOfBenefit, benefit: longRow, data: holders, total: 123_455, last_page: 12_346 }
const nobody = { ...ofOne, data: [], total: 0, last_page: 1 }
const groups = sampleOfBenefit.insights?.groups
const ofOneWithInsights = {
  ...ofOne,
  insights: groups && {
    smallestGroup: 5,
    groups: {
      ...groups,
      sex: [{ band: 'female', ...large, takeUp: 100 }, ...groups.sex.slice(1)],
    },
  },
}

// Users with insights enabled call the second address of each pair.
const everything = {
  '/api/client/{id}/benefit-takeup': everyBenefit,
  '/api/v2/client/{id}/benefit-insights': everyBenefit,
}
const calls = ['/api/client/{id}/benefit-takeup/{id}', '/api/v2/client/{id}/benefit-insights/{id}'] as const
const one = (answer: ReturnType<typeof said>) => Object.fromEntries(calls.map((call) => [call, answer]))

const takeUp = '/app/dashboard/benefit-takeup'
const panelOf = (holding: string) =>
  `${takeUp}?panel=view-benefit-takeup-detail&benefitId=${longRow.benefitId}&holding=${holding}`
const panel = (page: Page) => page.getByRole('dialog')

const ofTakeUp: readonly State[] = [
  {
    name: 'benefit-takeup-long',
    path: takeUp,
    says: everything,
    go: async (page) => {
      await page.getByText('How people are counted').click()
      await expect(page.getByText(/^Only people employed today/)).toBeVisible()
    },
  },
  {
    name: 'benefit-takeup-grouped',
    path: takeUp,
    says: everything,
    go: async (page) => {
      await page.getByRole('switch', { name: 'Group by kind' }).click()
      await expect(page.getByRole('table', { name: 'Pension' })).toBeVisible()
    },
  },
  {
    name: 'benefit-takeup-one-long',
    path: `${takeUp}/${longRow.benefitId}`,
    says: one(said({ ...ofOneWithInsights, data: holders.slice(0, 2) })),
    go: (page) => expect(page.getByText(longName)).toBeVisible(),
  },
  {
    name: 'benefit-takeup-one-nobody-found',
    path: `${takeUp}/${longRow.benefitId}`,
    says: Object.fromEntries(
      calls.map((call) => [
        call,
        [
          { status: 200, json: ofOne },
          { status: 200, json: nobody },
        ],
      ]),
    ),
    go: async (page) => {
      await page.getByLabel('Find by name, email or employee number').fill('Zebedee')
      await expect(page.getByRole('button', { name: 'Show all employees who have it' })).toBeVisible()
    },
  },
  {
    name: 'benefit-takeup-one-gone',
    path: `${takeUp}/${longRow.benefitId}`,
    says: one(refused(404, 'not-found', 'Not found')),
    go: (page) => expect(page.getByText('This benefit is no longer there')).toBeVisible(),
  },
  {
    name: 'panel-take-up-eligible',
    path: panelOf('eligible'),
    says: { ...everything, ...one(said(ofOne)) },
    go: (page) => expect(panel(page).getByText('Not selected', { exact: true })).toBeVisible(),
  },
  {
    name: 'panel-take-up-not-selected',
    path: panelOf('not-selected'),
    says: { ...everything, ...one(said({ ...ofOne, data: holders.slice(2, 3), total: 1, last_page: 1 })) },
    go: (page) => expect(panel(page).getByText('bo.li@demo.example')).toBeVisible(),
  },
  {
    name: 'panel-take-up-nobody',
    path: panelOf('opted-out'),
    says: { ...everything, ...one(said({ ...nobody, benefit: { ...longRow, ...none } })) },
    go: (page) => expect(panel(page).getByText('No take-up data found')).toBeVisible(),
  },
]

const insights = '/app/dashboard/employee-insights/'
const insightsOfOne = `${insights}?benefit=${longRow.benefitId}`
const employed = '/api/v2/client/{id}/employee-insights'
const bands = {
  age: ['under-25', '25-34', '35-44', '45-54', '55-64', '65-over'],
  sex: ['female', 'male', 'unknown'],
  service: ['under-1', '1-2', '3-5', '6-10', 'over-10', 'unknown'],
}
const people = {
  asOf: sampleTakeUp.asOf,
  employees: 123_456,
  smallestGroup: 5,
  groups: Object.fromEntries(
    Object.entries(bands).map(([of, names]) => [
      of,
      names.map((band, each) => ({ band, employees: each === 0 ? null : [61_000, 62_001, 450, 0, 5][each - 1] })),
    ]),
  ),
}
const withInsights = { isInsightsEnabled: true }
const charts = { ...everything, [employed]: said(people) }

const ofInsights: readonly State[] = [
  {
    name: 'employee-insights-long',
    path: insightsOfOne,
    user: withInsights,
    says: { ...charts, ...one(said(ofOneWithInsights)) },
    go: (page) => expect(page.getByRole('figure', { name: 'Take-up by age' })).toBeVisible(),
  },
  {
    name: 'employee-insights-one-loading',
    staysBusy: true,
    path: insights,
    user: withInsights,
    says: charts,
    go: async (page) => {
      waits(page, /benefit-insights\/[0-9a-f-]{36}/)
      await page.getByRole('link', { name: longBenefit }).click()
      await expect(page.getByText('Loading insights')).toBeAttached()
    },
  },
  {
    name: 'employee-insights-one-failed',
    path: insightsOfOne,
    user: withInsights,
    says: { ...charts, ...one(refused(500, 'unexpected', 'Something failed')) },
    go: (page) => expect(page.getByRole('main').getByRole('alert')).toBeVisible(),
  },
  {
    name: 'employee-insights-nobody',
    path: insights,
    user: withInsights,
    says: { ...charts, [employed]: said({ ...people, employees: 0 }) },
    go: (page) => expect(page.getByText('They appear here once people are employed.')).toBeVisible(),
  },
  {
    name: 'employee-insights-off',
    path: insights,
    user: { isInsightsEnabled: false },
    go: (page) => expect(page.getByRole('link', { name: 'See benefit take-up' })).toBeVisible(),
  },
]

export const ofTakeUpAndInsights: readonly State[] = [...ofTakeUp, ...ofInsights]
