import { beforeEach, describe, expect, inject, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { potInFolder, withPot } from '../../tests/harness/flex-allowance-folder.ts'
import type { TestDatabase } from '../../tests/harness/databases.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import type { TotalBenefitsCard, TotalBenefitsRow } from '../total-benefits/total-benefits.contract.ts'
import { explain } from '../explain/explanation.server.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { selectionsIn } from '../../services/benefits/take-home.server.ts'

const demo = inject('demoOfFew')

let world: World
beforeEach(async () => {
  world = await startWorld({
    people: 'of one client',
    further: { name: 'flex-pot', fill: (database) => applyTo(database, withPot) },
  })
})

const apply = (changes: FolderChanges): Promise<void> => applyTo(world.database, changes)

async function applyTo({ db }: TestDatabase, changes: FolderChanges): Promise<void> {
  await withChangedFolder(demo, changes, (folder) => applyFolder(db, folder))
}

const as = (name: string) => employee(world, name)

/** Returns a month's deductions: `[pay code, employee, employer]`, in pence. */
async function paid(month: string): Promise<[string, number, number][]> {
  const rows = await world.database.rows<{ code: string; employee: number; employer: number }>(
    `select d.pay_code as code, d.employee_pence::integer as employee, d.employer_pence::integer as employer
     from deduction d
     join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
     join account a on a.client_id = d.client_id and a.person_id = d.person_id
     where a.email = 'amelia.hart@demo.example'
       and p.label = $1
       and d.pay_code in ('DENTAL', 'DENTER', 'GYM', 'GYMER', 'FLEXCASH')
     order by d.pay_code`,
    [month],
  )
  return rows.map(({ code, employee, employer }) => [code, employee, employer])
}

const dental = { level: 'level-1', covered: [] }

describe('flex allowance', () => {
  it('pays for current benefits from its first day, and adds the rest to pay', async () => {
    const amelia = await as('amelia.hart')
    // The gym costs £330.00 a year.
    const gym = await amelia.find('gym')
    expect(gym.selection?.price).toMatchObject({
      employee: { perYear: 0 },
      employer: { perYear: 330 },
      pot: 'Your Flex pot pays £330.00 of it a year',
    })
    expect(gym.pot).toBe(
      'Flex pot: £30.00 of £360.00 a year is left to spend on benefits. The part that you do not spend is added to your pay, before tax',
    )
    expect((await amelia.all()).map(({ code }) => code)).not.toContain('flex-pot')
    const rows = (await amelia.send('GET', 'user/selections/mtb/page')).json<TotalBenefitsRow[]>()
    expect(rows.at(-1)).toMatchObject({
      name: 'Flex pot',
      hasScreen: false,
      employeeContribution: { year: -30, month: -2.5 },
      total: { year: -30 },
    })
    const card = (await amelia.send('GET', 'user/selections/mtb/card')).json<TotalBenefitsCard>()
    expect(card).toMatchObject({ benefits: rows.length, addedToPay: { year: 30, month: 2.5 } })
    expect(await paid('December 2026')).toEqual([
      ['FLEXCASH', -250, 0],
      ['GYMER', 0, 2750],
    ])
    const history = await amelia.send('GET', `selection/${gym.selection?.selectionId}/history`)
    expect(history.json()).toHaveLength(2)
  })

  it('pays in the order of its list: a choice that is earlier in the list leaves less for later choices, as the person was shown', async () => {
    const amelia = await as('amelia.hart')
    const quoted = await amelia.quote('dental', dental)
    // The allowance pays dental insurance (£102.00) and £72.00 less for the gym. The £30.00 of cash is used up.
    expect(quoted.price).toMatchObject({
      employee: { perMonth: 0, perYear: 0 },
      employer: { perYear: 102 },
      pot: 'Your Flex pot pays £102.00 of it a year and then has £0.00 left',
    })
    // She loses £72.00 of net pay, £21.60 of cash (72% of £30.00), and £6.00 of tax (20% of £102.00 less £72.00).
    expect(quoted.takeHome.change.perYear).toBe(-99.6)

    const chosen = await amelia.choose('dental', dental)
    expect(chosen.price).toMatchObject({ employee: { perYear: 0 }, employer: { perYear: 102 } })
    expect((await amelia.find('gym')).selection).toMatchObject({
      version: 3,
      price: { employee: { perMonth: 6, perYear: 72 }, employer: { perYear: 258 } },
    })
    expect(await paid('December 2026')).toEqual([
      ['DENTER', 0, 850],
      ['GYM', 600, 0],
      ['GYMER', 0, 2150],
    ])
  })

  it('has the amount that applies on the first day of a choice, even if a pay rise after that day is known', async () => {
    // 1% of £45,000 pays for income protection first, then for dental insurance and the gym.
    const shared: FolderChanges = {
      ...withPot,
      'scheme-current.yaml': (text) =>
        withPot['scheme-current.yaml'](text)
          .replace('amount: 360', 'percent: 1')
          .replace('[dental, gym]', '[income-protection, dental, gym]'),
    }
    await apply(shared)
    const amelia = await as('amelia.hart')
    await amelia.choose('income-protection', { level: 'sixty' })
    const before = (await amelia.quote('dental', dental)).price
    expect(before.pot).toMatch(/^Your Flex pot pays £/)
    await apply({
      ...shared,
      'people.csv': (text) =>
        text
          .trimEnd()
          .split('\n')
          .map((line, index) => {
            if (index === 0) return `${line},effective_from\n`
            return line.includes('amelia.hart@') ? `${line.replace('45000.00', '48000.00')},2027-01-01\n` : `${line},\n`
          })
          .join(''),
    })
    const after = (await amelia.quote('dental', dental)).price
    expect([after.employee, after.employer, after.pot]).toEqual([before.employee, before.employer, before.pot])
  })

  it('is part of a quote whose price is deducted until a known last day', async () => {
    const before = await (await as('amelia.hart')).quote('dental', dental)
    await apply({
      ...withPot,
      'people.csv': (text) => text.replace('active,2019-03-04,,', 'active,2019-03-04,2027-02-28,'),
    })
    const amelia = await as('amelia.hart')
    expect((await amelia.find('gym')).selection?.status).toBe('ended')
    const after = await amelia.quote('dental', dental)
    const figures = ({ price, takeHome }: typeof after) => [price.employee, price.employer, price.pot, takeHome.change]
    expect(figures(after)).toEqual(figures(before))
  })

  it('pays for the same benefits as before if a last day is removed', async () => {
    await (await as('amelia.hart')).choose('dental', dental)
    const before = await Promise.all(['December 2026', 'January 2027'].map(paid))
    const leaving = (text: string) => text.replace('active,2019-03-04,,', 'active,2019-03-04,2026-12-10,')
    await apply({ ...withPot, 'people.csv': leaving })
    expect(await paid('January 2027')).toEqual([])
    await apply(withPot)
    expect(await Promise.all(['December 2026', 'January 2027'].map(paid))).toEqual(before)
  })

  it('pays for other benefits with the amount that an opt-out leaves, from the day of the opt-out', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('dental', dental)
    const { selection } = await amelia.find('gym')
    const left = await amelia.send('PATCH', `selection/${selection?.selectionId}`, {
      status: 'opted-out',
      version: selection?.version,
    })
    expect(left.statusCode).toBe(200)
    expect(await paid('December 2026')).toEqual([
      ['DENTER', 0, 850],
      ['FLEXCASH', -2150, 0],
    ])
    expect((await amelia.find('dental')).pot).toContain('£258.00 of £360.00')
  })

  it('is part of a what-if, whatever the order of its benefits, without saving anything', async () => {
    const amelia = await as('amelia.hart')
    const [gym, teeth] = [await amelia.find('gym'), await amelia.find('dental')]
    const benefits = [
      { benefitId: gym.benefitId, values: { membership: 'partner' } },
      { benefitId: teeth.benefitId, values: dental },
    ]
    const answer = (await amelia.send('POST', 'user/what-if', { benefits })).json()
    // £588.00 a year for the gym and £102.00 for dental insurance. The allowance pays £258.00 and £102.00.
    expect(answer.benefits).toMatchObject([
      { name: 'Gym membership', price: { employee: { perYear: 330 }, employer: { perYear: 258 } } },
      { name: 'Dental insurance', price: { employee: { perYear: 0 }, employer: { perYear: 102 } } },
    ])
    expect((await amelia.find('gym')).selection).toMatchObject({ version: 2, price: { employee: { perYear: 0 } } })
  })
})

describe('benefits that share a flex allowance', () => {
  it('keep their agreed price in a what-if about the allowance, even if the price depends on the age on their first day', async () => {
    // Henry Cole is 43 on 1 December and turns 44 on 5 December.
    await apply({
      'scheme-current.yaml': (text) =>
        text.replace('payrolls:\n', potInFolder.replace('[dental, gym]', '[gym, critical-illness]')),
      'benefits/gym.yaml': withPot['benefits/gym.yaml'],
      'benefits/critical-illness.yaml': (text) =>
        text
          .replaceAll('ageOn: scheme-year-start', 'ageOn: effective-date')
          .replace(/^ {2}employee: .*$/m, `$&\n  employer: { taxMethod: benefit-in-kind, payCode: CRITER }`),
      'rates/critical-illness.csv': (text) => text.replace('40,44,2.46,4.44', '40,43,2.46,4.44\n44,44,4.92,8.88'),
    })
    const henry = await as('henry.cole')
    await henry.choose('critical-illness', { multiple: 1, smoker: 'no', covered: [] })
    await world.database.moveTo('2026-12-10')
    const { clientId, personId } = await accountOf(world.database, 'henry.cole')
    const scheme = await inClient(world.database.db, clientId, (tx, { today }) =>
      loadPersonScheme(tx, clientId, { personId, today }),
    )
    if (!scheme) throw new Error('There is no scheme')
    const costs = (selections: Iterable<SelectionWithVersions>) =>
      [...selections].map(({ running }) => [running?.price?.employeeYearly, running?.price?.employerYearly])
    const agreed = costs(scheme.selections.values())
    // 62 × £2.46, the rate for age 43.
    expect(agreed).toContainEqual(['0', '15252'])
    expect(costs(selectionsIn({ ...scheme, supposed: new Map() }))).toEqual(agreed)
  })
})

describe('flex allowance that the scheme folder changes within the year', () => {
  const withRules = (changed: (pot: string) => string): FolderChanges => ({
    ...withPot,
    'scheme-current.yaml': (text) => text.replace('payrolls:\n', changed(potInFolder)),
  })
  const gymOf = async () => (await (await as('amelia.hart')).find('gym')).selection

  it('pays its new amount once for all members, from the day of the change, and updates deductions', async () => {
    const less = withRules((pot) => pot.replace('amount: 360', 'amount: 300'))
    await apply(less)
    // The gym costs £330.00 a year. She pays £30.00 of it again, and no cash is left.
    expect(await gymOf()).toMatchObject({
      version: 3,
      price: { employee: { perYear: 30 }, employer: { perYear: 300 } },
    })
    expect(await paid('December 2026')).toEqual([
      ['GYM', 250, 0],
      ['GYMER', 0, 2500],
    ])
    const rows = await world.database.rows<{ reason: string; from: string }>(
      `select distinct reason, effective_from::text as from from selection_version where reason like 'New rules%'`,
    )
    expect(rows).toEqual([{ reason: 'New rules of the Flex pot from 16 November 2026', from: '2026-11-16' }])
    await apply(less)
    expect(await gymOf()).toMatchObject({ version: 3 })
    await apply(withPot)
    expect(await gymOf()).toMatchObject({ version: 4, price: { employee: { perYear: 0 } } })
  })

  it('pays in the new order of its list, and no longer for benefits that are not in the list', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('dental', dental)
    await apply(withRules((pot) => pot.replace('benefits: [dental, gym]', 'benefits: [gym, dental]')))
    // The allowance now pays the gym's £330.00 first. £30.00 is left for dental insurance, which costs £102.00.
    expect((await gymOf())?.price).toMatchObject({ employee: { perYear: 0 }, employer: { perYear: 330 } })
    expect((await amelia.find('dental')).selection?.price).toMatchObject({ employee: { perYear: 72 } })
    await apply(withRules((pot) => pot.replace('benefits: [dental, gym]', 'benefits: [dental]')))
    expect((await gymOf())?.price).toMatchObject({ employee: { perYear: 330 }, employer: { perYear: 0 }, pot: null })
    expect((await amelia.find('dental')).selection?.price).toMatchObject({ employee: { perYear: 0 } })
  })

  it('also pays its new amount for people who will leave, until their last day', async () => {
    const leaving: FolderChanges = {
      'people.csv': (text) => text.replace('active,2019-03-04,,', 'active,2019-03-04,2027-02-28,'),
    }
    await apply({ ...withPot, ...leaving })
    await apply({ ...withRules((pot) => pot.replace('amount: 360', 'amount: 300')), ...leaving })
    expect(await paid('December 2026')).toEqual([
      ['GYM', 250, 0],
      ['GYMER', 0, 2500],
    ])
  })

  it('adds nothing to pay if its rest is forfeited', async () => {
    await apply(withRules((pot) => pot.replace('    excess: cash\n    payCode: FLEXCASH\n', '    excess: forfeit\n')))
    expect(await paid('December 2026')).toEqual([['GYMER', 0, 2750]])
  })
})

describe('explanation of a flex allowance', () => {
  it('shows its derivation, versions and deductions, like the explanation of a benefit', async () => {
    const { clientId, personId } = await accountOf(world.database, 'amelia.hart')
    const explained = await inClient(world.database.db, clientId, (tx, { today }) =>
      explain(tx, clientId, { personId, code: 'flex-pot', on: today, today }),
    )
    if (explained.step !== 'explained') throw new Error(explained.step)
    const { anew, versions, deductions } = explained.explained
    expect(anew).toMatchObject({
      outcome: 'priced',
      price: {
        employee: { perYear: -30 },
        trace: expect.arrayContaining([
          expect.objectContaining({ label: 'Already used for Gym membership', output: '£330.00' }),
        ]),
      },
    })
    expect(versions.map(({ action, reason }) => [action, reason])).toEqual([
      ['provide', 'Flex pot for all employees of this group'],
      ['reprice', 'Changed payments from the Flex pot from 16 November 2026'],
    ])
    expect(new Set(deductions.map(({ payCode, employee }) => [payCode, employee].join(' ')))).toEqual(
      new Set(['FLEXCASH -250']),
    )
  })
})

describe('unspent rest of a flex allowance', () => {
  const rollsOver = (year: [from: string, to: string] | null): FolderChanges => ({
    ...withPot,
    'scheme-current.yaml': (text) => {
      const changed = text
        .replace('payrolls:\n', potInFolder)
        .replace('    excess: cash\n    payCode: FLEXCASH\n', '    excess: roll-over\n')
      if (!year) return changed
      return changed.replace('from: startOfTaxYear\nto: endOfTaxYear', `from: ${year[0]}\nto: ${year[1]}`)
    },
  })

  it("is added to the next scheme year's allowance, in proportion to the days, if the scheme carries it over", async () => {
    await apply(rollsOver(null))
    // £30.00 a year was unused from 16 November 2026 to 5 April 2027. For 141 of 365 days that is £11.59.
    await world.database.moveTo('2027-04-06T09:00:00Z')
    await apply(rollsOver(['2027-04-06', '2028-04-05']))
    const amelia = await as('amelia.hart')
    expect((await amelia.find('dental')).pot).toBe(
      'Flex pot: £41.59 of £371.59 a year is left to spend on benefits. The part that you do not spend is carried over to next year',
    )
    expect((await amelia.quote('gym', { membership: 'partner' })).price).toMatchObject({
      employee: { perYear: 216.41 },
      employer: { perYear: 371.59 },
      pot: 'Your Flex pot pays £371.59 of it a year and then has £0.00 left',
    })
  })
})
