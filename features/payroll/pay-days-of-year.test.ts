import { describe, expect, inject, it } from 'vitest'
import { accountOf } from '../../tests/harness/accounts.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { signInForBenefit, changeFacts, lockNextRun } from '../../tests/harness/world-actions.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { PayrollRunView } from './payroll.contract.ts'

const demo = inject('demoOfFew')
const fourWeekly = 'Train crew and stations'

/** 53 weekly, 27 fortnightly and 14 four-weekly periods begin in 2027/28, because 1 April 2027 is a Thursday. */
const payrolls = {
  2026: { weekly: '2026-04-08', fortnightly: '2026-04-15', 'four-weekly': '2026-04-29' },
  2027: { weekly: '2027-04-07', fortnightly: '2027-04-14', 'four-weekly': '2027-04-28' },
  2028: { weekly: '2028-04-05', fortnightly: '2028-04-12', 'four-weekly': '2028-04-26' },
}
type Year = keyof typeof payrolls

const paidBy = {
  'dan.murphy': 'fortnightly',
  'carys.evans': 'weekly',
  'amelia.hart': 'weekly',
  'isla.reid': 'four-weekly',
}

/** Dan Murphy is paid every fortnight and earns £34,200. */
const potOfLowerPaid = `pots:
  - code: flex-pot
    name: Flex pot
    allowances: [{ amount: 500, basicSalaryUpTo: 34200 }]
    benefits: [pension]
    excess: forfeit
payrolls:
`

function folderOf(year: Year): FolderChanges {
  const added = Object.entries(payrolls[year])
    .filter(([code]) => code !== 'four-weekly')
    .map(
      ([code, first]) =>
        `  - { code: ${code}, name: ${code}, frequency: ${code}, firstPayDay: ${first}, cutOffDays: 3, format: by-period }\n`,
    )
  const headAlone = (text: string) => text.slice(0, text.indexOf('\n') + 1)
  return {
    'people.csv': (text) =>
      Object.entries(paidBy).reduce(
        (rows, [name, payroll]) => rows.replace(new RegExp(`(${name}@.*?),monthly,`), `$1,${payroll},`),
        text,
      ),
    'scheme-current.yaml': (text) =>
      text
        .replace('from: startOfTaxYear\nto: endOfTaxYear', `from: ${year}-04-01\nto: ${year + 1}-03-31`)
        .replaceAll('startOfTaxYear+18d', payrolls[year]['four-weekly'])
        .replaceAll('startOfTaxYear', `${year}-04-01`)
        .replace('payrolls:\n', potOfLowerPaid)
        .replace('payrollFormats:', `${added.join('')}payrollFormats:`),
    ...(year !== 2026 && { 'opening-selections.csv': headAlone, 'statements.csv': headAlone }),
  }
}

const apply = (database: World['database'], year: Year) =>
  withChangedFolder(demo, folderOf(year), (folder) => applyFolder(database.db, folder))

async function turn(world: World, year: Year): Promise<void> {
  await world.database.moveTo(`${year}-03-10T09:00:00Z`)
  await apply(world.database, year)
  await world.database.moveTo(`${year}-04-01T06:00:00Z`)
  await runDaily(world)
}

/** Returns one pay code's deductions in pence in the periods that begin in a scheme year. */
async function takenIn({ database }: World, year: Year, name: string, payCode: string): Promise<number[]> {
  const rows = await database.rows<{ pence: number }>(
    `select (employee_pence + employer_pence)::integer as pence
     from deduction
     join payroll_period as period on period.client_id = deduction.client_id and period.id = period_id
     join account on account.client_id = deduction.client_id and account.person_id = deduction.person_id
     where email = $1 and pay_code = $2 and period.starts_on >= $3::date and period.starts_on < $3::date + interval '1 year'
     order by period.starts_on`,
    [`${name}@demo.example`, payCode, `${year}-04-01`],
  )
  return rows.map(({ pence }) => pence)
}

async function nextLines(payrollName: string, { name, payCode }: { name: string; payCode: string }) {
  const token = await world.signIn('grace.lin')
  const { clientId } = await accountOf(world.database, 'grace.lin')
  const ask = async <Answer>(path: string) =>
    (await world.request({ url: `/api/v2/client/${clientId}/payroll-runs${path}`, token })).json<Answer>()
  const runs = await ask<PayrollRunView[]>('')
  const next = runs.find((run) => run.state === 'open' && run.payrollName === payrollName)
  const { lines } = await ask<{ lines: Line[] }>(`/${next?.runId}`)
  return lines
    .filter((line) => line.employeeName === name && line.payCode === payCode)
    .map(({ changeType, employeeAmount }) => [changeType, employeeAmount])
}
type Line = { employeeName: string; payCode: string; changeType: string; employeeAmount: number }

function counted(pence: readonly number[]): string[] {
  return [...Map.groupBy(pence, (amount) => amount)].map(
    ([amount, all]) => `${all.length} × £${(amount / 100).toFixed(2)}`,
  )
}

const world = await startWorld({
  people: 'of one client',
  further: { name: 'pay-days-of-year', fill: async (database) => void (await apply(database, 2026)) },
})
for (const name of ['amelia.hart', 'isla.reid']) {
  const dental = await signInForBenefit(world, name, 'dental')
  await dental.choose({ level: 'level-1' })
}
let label
do label = await lockNextRun(world, fourWeekly)
while (label !== 'Period 13')
await turn(world, 2027)

describe('scheme year with 53 weekly, 27 fortnightly or 14 four-weekly periods', () => {
  it.each([
    ['amelia.hart', ['24 × £1.93', '29 × £1.92']],
    ['dan.murphy', ['21 × £3.78', '6 × £3.77']],
    ['isla.reid', ['8 × £7.29', '6 × £7.28']],
  ])('has these deductions of £102.00 for dental cover from %s: %j', async (name, amounts) => {
    expect(counted(await takenIn(world, 2027, name, 'DENTAL'))).toEqual(amounts)
  })

  it('deducts a percentage on every pay day, including the 53rd: 5% of £38,750 is £37.26 or £37.25 a week', async () => {
    const taken = await takenIn(world, 2027, 'carys.evans', 'PENSS')
    expect(counted(taken.slice(0, 52))).toEqual(['50 × £37.26', '2 × £37.25'])
    expect(taken.slice(52)).toEqual([37_26])
  })

  it('splits a flex allowance of £500.00 over all 27 pay days, and deducts the rest of the percentage on each', async () => {
    // 5% of £34,200 is £1,710.00 a year, £65.77 a pay day. 27 pay days: £1,775.77, and the same from the employer.
    const own = await takenIn(world, 2027, 'dan.murphy', 'PENSS')
    const employers = await takenIn(world, 2027, 'dan.murphy', 'PENER')
    expect([own.length, employers.length]).toEqual([27, 27])
    const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
    expect([sum(own), sum(employers)]).toEqual([1775_77 - 500_00, 1775_77 + 500_00])
    expect(counted(own)).toEqual(['2 × £47.26', '25 × £47.25'])
  })

  it('reports the changed amount to payroll once, although the yearly price is the same', async () => {
    const dental = { name: 'Isla Reid', payCode: 'DENTAL' }
    expect(await nextLines(fourWeekly, dental)).toEqual([['Update', 7.29]])
    await lockNextRun(world, fourWeekly)
    expect(await nextLines(fourWeekly, dental)).toEqual([['Continue', 7.29]])
  })

  it('shows the price per pay day and the number of shares in the year', async () => {
    const giving = await signInForBenefit(world, 'amelia.hart', 'payroll-giving')
    expect((await giving.quote({ amount: 20 })).json()).toMatchObject({
      price: {
        employee: { perPeriod: 4.53, perMonth: 20, perYear: 240 },
        periodsPerYear: 52,
        spread: '44 × £4.53, then 9 × £4.52',
      },
      // Tax is a fifth of £240.00, so pay falls by £192.00 a year over 53 pay days.
      takeHome: { change: { perPeriod: -3.63, perYear: -192 } },
    })
    const pension = await signInForBenefit(world, 'amelia.hart', 'pension')
    expect((await pension.quote({ contribution: 8, 'yearly-rise': 'no' })).json()).toMatchObject({
      price: { employee: { perPeriod: 69.24, perYear: 3600 }, spread: '4 × £69.24, then 48 × £69.23' },
    })
  })

  it('charges a part of a period in proportion, from the same share of each pay day', async () => {
    await changeFacts(world, 'dan.murphy', { 'end-date': '2027-06-16' })
    // Six fortnights from 1 April; the last ends on 23 June.
    expect(counted(await takenIn(world, 2027, 'dan.murphy', 'DENTAL'))).toEqual(['6 × £3.78'])
  })
})

describe('scheme year after a year with an extra pay day', () => {
  it('has 52, 26 or 13 shares again', async () => {
    await turn(world, 2028)
    expect(counted(await takenIn(world, 2028, 'amelia.hart', 'DENTAL'))).toEqual(['8 × £1.97', '44 × £1.96'])
    expect(counted(await takenIn(world, 2028, 'isla.reid', 'DENTAL'))).toEqual(['8 × £7.85', '5 × £7.84'])
  })
})
