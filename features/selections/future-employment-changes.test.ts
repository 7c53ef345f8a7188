import { describe, expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import { inRolledBackTransaction } from '../../database/database.ts'
import type { Tx } from '../../platform/handle.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { callerOf } from '../../tests/harness/caller.ts'
import { applyChanged } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import { saveChoice } from '../benefit-setup/save-choice.api.ts'
import { recalculateOnDates } from '../recalculation/recalculate-on-dates.queries.ts'
import { recalculateForRecordedFacts } from '../../services/recalculation/recalculate.queries.ts'
import { decideSelections } from './decide-selections.queries.ts'
import { lockSelections } from '../../services/my-benefits/selections.queries.ts'

const day = (date: string) => isoDate.parse(date)
const today = day('2026-11-16')
const membership: SetupValues = { membership: 'single' }

/** Two joiners start on 7 December with four-weekly pay. One is on probation until March. */
const world = await startWorld({ people: 'of one client' })
const row =
  'NR9001,new.joiner@demo.example,,New,Joiner,1990-05-05,,,four-weekly,active,2026-12-07,,,30000.00,37.5,1,,,,,'
const onProbation =
  'NR9002,on.probation@demo.example,,On,Probation,2009-06-01,,,four-weekly,active,2026-12-07,,2027-03-06,30000.00,37.5,1,,,,,'
await applyChanged(world, { 'people.csv': (text) => `${text.trimEnd()}\n${row}\n${onProbation}\n` })
await world.database.changeScheme(`update benefit set definition = definition - 'terms'`)
const { clientId, personId: amelia } = await accountOf(world.database, 'amelia.hart')
const { personId: joiner } = await accountOf(world.database, 'new.joiner')

describe('choice before the first day of employment', () => {
  it('shows the deductions and the first pay day of the payroll in which the person will be', async () => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      const { price, effectiveFrom, reachesPay } = await chosen(tx, {
        personId: joiner,
        code: 'gym',
        values: membership,
      })
      // £330.00 over thirteen pay days.
      expect(price?.employee).toMatchObject({ perPeriod: 25.39, perYear: 330 })
      expect({ effectiveFrom, reachesPay }).toEqual({
        effectiveFrom: '2026-12-07',
        reachesPay: 'This change reaches your pay in January 2027',
      })
    })
  })

  it('is deducted as shown, even if nothing else begins on the first day of employment', async () => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      await chosen(tx, { personId: joiner, code: 'gym', values: membership })
      const planned = await takenOf(tx, joiner)
      expect(planned.slice(0, 2)).toEqual([
        { payOn: '2027-01-29', pence: 25_39 },
        { payOn: '2027-02-26', pence: 25_39 },
      ])
      await recalculateOnDates(tx, clientId, { since: today, today: day('2026-12-08') })
      expect(await takenOf(tx, joiner)).toEqual(planned)
    })
  })

  it('with a total for the rest of the year is deducted on as many pay days as shown', async () => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      const values = { trade: 'buy', 'buy-days': 2 }
      const { price, selectionId } = await chosen(tx, { personId: joiner, code: 'holiday-trading', values })
      // 2/260 of £30,000.00 over the four pay days from 1 January to 26 March.
      expect(price?.employee).toMatchObject({ perPeriod: 57.7, perYear: 230.77 })
      const selections = await lockSelections(tx, clientId, [selectionId])
      await decideSelections(tx, clientId, { selections, approved: true, actorId: amelia, today })
      expect(await takenOf(tx, joiner)).toEqual([
        { payOn: '2027-01-01', pence: 57_70 },
        { payOn: '2027-01-29', pence: 57_69 },
        { payOn: '2027-02-26', pence: 57_69 },
        { payOn: '2027-03-26', pence: 57_69 },
      ])
    })
  })
})

describe('change of the first day', () => {
  it.each([
    ['to a later day, told before it', '2026-11-20', '2026-12-21', '2026-12-21'],
    ['to an earlier day, told before it', '2026-11-20', '2026-12-01', '2026-12-01'],
    ['to an earlier day than the choice may start, told before it', '2026-11-20', '2026-11-23', '2026-12-01'],
    ['to a later day, told after the former one', '2026-12-10', '2026-12-21', '2026-12-21'],
    ['to an earlier day, told after both', '2026-12-10', '2026-12-02', '2026-12-02'],
  ])('moves choices that were made for that day %s', async (_, toldOn, firstDay, startsOn) => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      await chosen(tx, { personId: joiner, code: 'gym', values: membership })
      const bought = await chosen(tx, {
        personId: joiner,
        code: 'holiday-trading',
        values: { trade: 'buy', 'buy-days': 2 },
      })
      await startsOnDay(tx, { firstDay: day(firstDay), toldOn: day(toldOn) })
      const [waiting] = await lockSelections(tx, clientId, [bought.selectionId])
      expect(waiting).toMatchObject({ state: 'pending', newest: { effectiveFrom: startsOn } })
      const selections = await lockSelections(tx, clientId, [bought.selectionId])
      await decideSelections(tx, clientId, { selections, approved: true, actorId: amelia, today: day(toldOn) })
      await startsOnDay(tx, { firstDay: day(firstDay), toldOn: day(toldOn) })

      const scheme = await loadPersonScheme(tx, clientId, { personId: joiner, today: day(toldOn) })
      const gym = [...(scheme?.selections.values() ?? [])].find(({ running }) => running?.choice.values['membership'])
      expect(gym).toMatchObject({ state: 'active', running: { effectiveFrom: startsOn } })
      // £330.00 is £25.39 on thirteen pay days. The period from 5 December is the first that begins with cover.
      const pays = await takenOf(tx, joiner, 'GYM')
      const first = startsOn < '2026-12-05' ? '2027-01-01' : '2027-01-29'
      expect(pays.slice(0, 2).map(({ payOn }) => payOn)).toEqual([
        first,
        first === '2027-01-01' ? '2027-01-29' : '2027-02-26',
      ])
      const days = await takenOf(tx, joiner, 'HOLBUY')
      expect(days.reduce((sum, { pence }) => sum + pence, 0)).toBe(230_77)
      const mails = await tx
        .selectFrom('mail')
        .select('kind')
        .where('client_id', '=', clientId)
        .where('kind', '=', 'first-day-moved')
        .execute()
      expect(mails).toHaveLength(1)
    })
  })

  it('moves approved cover to the new day', async () => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      const values = { trade: 'buy', 'buy-days': 2 }
      const { selectionId } = await chosen(tx, { personId: joiner, code: 'holiday-trading', values })
      const selections = await lockSelections(tx, clientId, [selectionId])
      await decideSelections(tx, clientId, { selections, approved: true, actorId: amelia, today })
      await startsOnDay(tx, { firstDay: day('2027-01-11'), toldOn: day('2026-12-10') })
      const [moved] = await lockSelections(tx, clientId, [selectionId])
      expect(moved).toMatchObject({ state: 'active', running: { effectiveFrom: '2027-01-11' } })
      expect(await takenOf(tx, joiner)).toEqual([
        { payOn: '2027-01-29', pence: 76_93 },
        { payOn: '2027-02-26', pence: 76_92 },
        { payOn: '2027-03-26', pence: 76_92 },
      ])
    })
  })

  it('does not change the cover of people who have been employed for long', async () => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      const before = await takenOf(tx, amelia)
      const facts = await recordFacts(tx, clientId, {
        source: 'test',
        facts: [{ personId: amelia, fact: 'start-date', value: '2026-09-01', effectiveFrom: today }],
      })
      await recalculateForRecordedFacts(tx, clientId, { facts, today })
      expect(await takenOf(tx, amelia)).toEqual(before)
    })
  })
})

describe('condition that will not be met on the first day', () => {
  it.each(['holiday-trading', 'private-medical', 'cycle-to-work'])(
    'prevents a choice before that day: %s',
    async (code) => {
      const { personId } = await accountOf(world.database, 'on.probation')
      await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
        const scheme = await loadPersonScheme(tx, clientId, { personId, today })
        const benefit = scheme?.benefits.find((one) => one.code === code)
        if (!scheme || !benefit) throw new Error(`${code} is not offered`)
        const { choosing } = benefitStatusOf(scheme, benefit)
        expect(choosing).toMatchObject({
          allowed: false,
          cause: code === 'cycle-to-work' ? 'eligibility' : 'probation',
        })
      })
    },
  )
})

describe('known move of a person to another payroll', () => {
  // November has 30 days. The period from 7 November to 4 December has 28.
  it.each([
    [-10, 18_33, 12_69],
    [-1, 26_58, 4_53],
    [0, 27_50, 3_63],
  ])(
    'for a choice after the move, shows and deducts the amount of the new payroll: %i days from 1 December',
    async (days, november, firstPeriod) => {
      await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
        await moves(tx, { from: addDays(day('2026-12-01'), days), toldOn: today })
        const { price, effectiveFrom } = await chosen(tx, { personId: amelia, code: 'gym', values: membership })
        expect(effectiveFrom).toBe('2026-12-01')
        expect(price?.employee).toMatchObject({ perPeriod: 25.39, perYear: 330 })
        // Days before the move are paid monthly, at a twelfth of her previous price.
        expect((await takenOf(tx, amelia, 'GYM')).slice(0, 3)).toEqual([
          { payOn: '2026-11-28', pence: november },
          { payOn: '2026-12-04', pence: firstPeriod },
          { payOn: '2027-01-01', pence: 25_39 },
        ])
      })
    },
  )
})

it('if a move is reported late, the first payroll refunds the periods after the move, and the new payroll charges them', async () => {
  await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
    await moves(tx, { from: day('2026-11-17'), toldOn: day('2027-01-19') })
    const taken = await takenOf(tx, amelia, 'GYM')
    // The other payroll pays for 14 of 30 days in November and 18 of 28 in the period to 4 December.
    expect(taken).toEqual([
      { payOn: '2026-11-28', pence: 27_50 },
      { payOn: '2026-12-28', pence: 27_50 },
      { payOn: '2027-01-28', pence: 27_50 },
      { payOn: '2027-01-29', pence: 25_39 },
      { payOn: '2027-01-29', pence: -12_83, of: '2026-11-28' },
      { payOn: '2027-01-29', pence: 16_32, of: '2026-12-04' },
      { payOn: '2027-01-29', pence: -27_50, of: '2026-12-28' },
      { payOn: '2027-01-29', pence: 25_39, of: '2027-01-01' },
      { payOn: '2027-01-29', pence: -27_50, of: '2027-01-28' },
      { payOn: '2027-02-26', pence: 25_39 },
      { payOn: '2027-03-26', pence: 25_39 },
      { payOn: '2027-04-23', pence: 25_39 },
    ])
  })
})

async function chosen(tx: Tx, { personId, code, values }: { personId: PersonId; code: string; values: SetupValues }) {
  const scheme = await loadPersonScheme(tx, clientId, { personId, today })
  const benefit = scheme?.benefits.find((one) => one.code === code)
  if (!scheme || !benefit) throw new Error(`${code} is not offered`)
  const caller = callerOf(clientId, personId)
  const mails = { tell: async () => undefined }
  const call = {
    tx,
    clientId,
    caller,
    today,
    audit: () => undefined,
    mails,
    params: { id: benefit.id },
    body: { values },
  }
  return saveChoice(call, benefitStatusOf(scheme, benefit))
}

async function startsOnDay(tx: Tx, { firstDay, toldOn }: { firstDay: IsoDate; toldOn: IsoDate }): Promise<void> {
  const facts = await recordFacts(tx, clientId, {
    source: 'test',
    facts: [{ personId: joiner, fact: 'start-date', value: firstDay, effectiveFrom: toldOn }],
  })
  await recalculateForRecordedFacts(tx, clientId, { facts, today: toldOn })
}

async function moves(tx: Tx, { from, toldOn }: { from: IsoDate; toldOn: IsoDate }): Promise<void> {
  const facts = await recordFacts(tx, clientId, {
    source: 'test',
    facts: [{ personId: amelia, fact: 'payroll', value: 'four-weekly', effectiveFrom: from }],
  })
  await recalculateForRecordedFacts(tx, clientId, { facts, today: toldOn })
}

type Taken = { payOn: IsoDate; pence: number; of?: IsoDate }

/** An adjustment has the pay day of the period that it corrects. */
async function takenOf(tx: Tx, personId: PersonId, payCode?: string): Promise<Taken[]> {
  const rows = await tx
    .selectFrom('deduction')
    .innerJoin('payroll_period as period', (join) =>
      join.onRef('period.client_id', '=', 'deduction.client_id').onRef('period.id', '=', 'deduction.period_id'),
    )
    .leftJoin('payroll_period as original', (join) =>
      join
        .onRef('original.client_id', '=', 'deduction.client_id')
        .onRef('original.id', '=', 'deduction.original_period_id'),
    )
    .select(['period.pay_on as payOn', 'employee_pence as pence', 'original.pay_on as of'])
    .where('deduction.client_id', '=', clientId)
    .where('person_id', '=', personId)
    .$if(payCode !== undefined, (query) => query.where('pay_code', '=', payCode ?? ''))
    .orderBy('period.pay_on')
    .orderBy('original.pay_on', (by) => by.asc().nullsFirst())
    .execute()
  return rows.map(({ payOn, pence, of }) => ({ payOn, pence: Number(pence), ...(of && { of }) }))
}
