import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReportView } from '../../services/reports/reports.contract.ts'
import { createTestDatabase } from '../harness/databases.ts'
import { benefitsOf, choose, signIn } from './employee.ts'
import { openBenefitsOffice } from './benefits-office.ts'
import { openPortal } from './portal.ts'
import { writeYear } from './two-years/folder.ts'
import { personRow } from './two-years/person.ts'

// The files were checked by hand, line by line. two-years/README.md shows how each amount is calculated.
const fixtures = join(import.meta.dirname, 'two-years')
const tom = 'tom.reed@lives.example'
const providers = ['Brightwell Dental', 'Harbour Mutual', 'Meridian Pensions', 'Spoke and Chain'] as const
const months = [
  '2026-10',
  '2026-11',
  '2026-12',
  '2027-01',
  '2027-02',
  '2027-03',
  '2027-04',
  '2027-05',
  '2027-06',
  '2027-07',
  '2027-08',
  '2027-09',
] as const

let files: Map<string, string>
let close: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  const work = await mkdtemp(join(tmpdir(), 'two-years-'))
  close = async () => {
    await rm(work, { recursive: true, force: true })
    await database.close()
  }
  files = await liveTwoYears(database, work)
}, 600_000)
afterAll(() => close())

it.each(months)('the payroll file of %s has the amounts that were checked by hand', async (month) => {
  expect(filesIn(month, ['payroll'])).toEqual(await fixture(`payroll-${month}.csv`))
})

it.each(months)('the cover of %s is reported to each provider as it was checked by hand', async (month) => {
  expect(filesIn(month, providers)).toEqual(await fixture(`providers-${month}.csv`))
})

function filesIn(month: string, names: readonly string[]): string {
  return names.map((name) => files.get(`${name} ${month}`) ?? '').join('')
}

async function fixture(name: string): Promise<string> {
  return readFile(join(fixtures, name), 'utf8')
}

/** A bicycle, a pay rise that is reported late, the new scheme year, and Tom's last day. */
async function liveTwoYears(ground: Parameters<typeof openPortal>[0], work: string): Promise<Map<string, string>> {
  const portal = await openPortal(ground, 'demo')
  try {
    const person = personRow(tom)
    await portal.moveTo('2026-10-01')
    await portal.apply(await writeYear(work, { year: 2026, person }))
    await portal.runJobs()
    // Sessions end after hours without use, so the office logs in again each day.
    let office = await openBenefitsOffice(portal, '2026-10-01')

    const orderBicycle = async () => {
      const token = await signIn(portal, tom)
      if (token === undefined) throw new Error('Tom could not sign in')
      const benefit = (await benefitsOf(portal, token)).find(({ code }) => code === 'cycle-to-work')
      if (!benefit) throw new Error('Nobody offers Tom a bicycle')
      const { body } = await choose(portal, { token, benefit, values: { value: 1200 } })
      expect(await office.decide({ id: body.selectionId, version: body.version, approves: true })).toBe(200)
    }
    const tell = async (cells: Record<string, string>) =>
      expect(await office.upload([{ ...person, ...cells }])).toBe(undefined)
    const story: Record<string, () => Promise<unknown>> = {
      '2026-10-20': orderBicycle,
      '2027-02-05': () => tell({ basic_salary: '39000.00', effective_from: '2027-01-01' }),
      '2027-03-01': async () =>
        portal.apply(await writeYear(work, { year: 2027, person: { ...person, basic_salary: '39000.00' } })),
      '2027-08-10': () => tell({ basic_salary: '39000.00', end_date: '2027-09-20' }),
    }
    const days = [...months.flatMap((month) => [`${month}-01`, `${month}-19`]), '2027-10-01', ...Object.keys(story)]
    for (const day of [...new Set(days)].toSorted()) {
      await portal.moveTo(day)
      await portal.runJobs()
      office = await openBenefitsOffice(portal, day)
      await story[day]?.()
      await office.lockDueRuns()
    }
    return await filesOf(portal, office.token)
  } finally {
    await portal.close()
  }
}

async function filesOf(portal: Awaited<ReturnType<typeof openPortal>>, token: string): Promise<Map<string, string>> {
  const url = `/api/client/${portal.clientId()}/reports`
  const { body } = await portal.call<ReportView[]>({ url, token })
  const files = new Map<string, string>()
  for (const { id, type, year, month, label, providerName } of body) {
    if (label.startsWith('Train crew')) continue
    const bytes = await portal.download(`${url}/${id}/download`, token)
    files.set(`${providerName ?? type} ${year}-${String(month).padStart(2, '0')}`, bytes.toString('utf8'))
  }
  return files
}
