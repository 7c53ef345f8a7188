import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, isoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { Refused } from '../../contract/refusals.ts'
import { inClient } from '../../database/database.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { seed } from '../benefits/random-test-seed.samples.ts'
import { selectionTransitions } from '../../services/recalculation/selection-states.rules.ts'
import { importedAction } from '../../domain/selections/segments.rules.ts'
import { type SelectionEvent, simulateSelection, type SimulatedSelection } from './simulated-selection.server.ts'

const runs = process.env['LONG_TESTS'] ? 10_000 : 1_000
const yearFrom = isoDate.parse('2026-04-06')
/** Purchases after this day would have pay days that are not planned yet. */
const lastDay = isoDate.parse('2027-03-01')
const [me, employer] = [crypto.randomUUID(), crypto.randomUUID()] as unknown as [PersonId, PersonId]

let world: World
let scheme: PersonScheme
beforeAll(async () => {
  world = await startWorld({ keep: true })
  const { rows } = await world.database.pool.query<{ clientId: ClientId }>(
    `select client_id as "clientId" from client_address where name = 'demo'`,
  )
  const clientId = rows[0]?.clientId
  if (!clientId) throw new Error('There is no example client')
  scheme = await inClient(world.database.db, clientId, async (tx, { today }) => {
    const isla = await tx
      .selectFrom('account')
      .select('person_id as personId')
      .where('client_id', '=', clientId)
      .where('email', '=', 'isla.reid@demo.example')
      .executeTakeFirstOrThrow()
    const found = await loadPersonScheme(tx, clientId, { personId: isla.personId, today })
    if (!found) throw new Error('There is no scheme')
    // Amelia's data, but without any selections.
    return { ...found, selections: new Map(), heldAtYearStart: new Map() }
  })
})
afterAll(() => world.close())

/** Choices of this test: an order, holiday for the rest of the year, recurring cover, cover that needs evidence. */
const choices = {
  'cycle-to-work': (value: number): Choice => ({ values: { value: String(100 + 50 * (value % 58)) }, people: [] }),
  'holiday-trading': (value: number): Choice => ({
    values: value % 2 ? { trade: 'buy', 'buy-days': String(1 + (value % 5)) } : { trade: 'sell', 'sell-days': '2' },
    people: [],
  }),
  gym: (value: number): Choice => ({ values: { membership: value % 2 ? 'single' : 'partner' }, people: [] }),
  pension: (value: number): Choice => ({ values: { contribution: String(3 + (value % 38)) }, people: [] }),
  'critical-illness': (value: number): Choice => ({
    values: { multiple: String(1 + (value % 5)), smoker: 'no' },
    people: [],
  }),
} as const satisfies Record<string, (value: number) => Choice>
type Code = keyof typeof choices

const does = [
  importedAction,
  ...(['choose', 'choose', 'save-draft', 'approve', 'approve', 'reject', 'withdraw', 'opt-out', 'end'] as const),
] as const
const anyMove = fc.record({ does: fc.constantFrom(...does), days: fc.integer({ min: 0, max: 45 }), value: fc.nat(500) })
const anyHistory = fc.record({
  // Days after the first one. Some windows open only in autumn.
  begins: fc.constantFrom(0, 60, 214, 220, 240),
  code: fc.constantFrom(...(Object.keys(choices) as Code[])),
  moves: fc.array(anyMove, { minLength: 2, maxLength: 10 }),
})

function sceneOf(
  { does: what, value }: { does: (typeof does)[number]; value: number },
  { code, on }: { code: Code; on: SelectionEvent['on'] },
): SelectionEvent {
  const when = { on, at: `${on}T12:00:00Z` }
  switch (what) {
    case 'choose':
    case 'save-draft':
    case importedAction:
      return { ...when, actorId: me, does: what, choice: choices[code](value) }
    case 'approve':
    case 'reject':
      return { ...when, actorId: employer, does: what, reason: null }
    case 'end':
      return { ...when, actorId: null, does: what, from: addDays(on, 1) }
    case 'withdraw':
    case 'opt-out':
      return { ...when, actorId: me, does: what }
  }
}

/** True if the state table allows the change from one version to the next. */
function isInTable(before: SimulatedSelection['selection'] | undefined, now: SimulatedSelection['selection']): boolean {
  const action = now.newest.action
  if (action === importedAction) return before === undefined && now.state === 'active'
  const [from, running] = [before?.state ?? 'none', before !== undefined && before.versionInForce !== null]
  return selectionTransitions.some(
    (row) => row.from === from && row.action === action && (row.running ?? running) === running && row.to === now.state,
  )
}

it('keeps every random history within the state table, and charges exactly the cover in force', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(anyHistory, ({ begins, code, moves }) => {
      const benefit = scheme.benefits.find((one) => one.code === code)
      if (!benefit) throw new Error(`${code} is not offered`)
      const schemeOn = (today: SelectionEvent['on']): PersonScheme => ({ ...scheme, today })
      const play = (events: readonly SelectionEvent[]) => {
        try {
          return simulateSelection({ id: me as unknown as SelectionId, benefitId: benefit.id, events, schemeOn })
        } catch (failure) {
          // A call would answer 409.
          if (failure instanceof Refused) return undefined
          throw failure
        }
      }
      let events: SelectionEvent[] = []
      let played: SimulatedSelection | undefined
      let on = addDays(yearFrom, begins)
      for (const move of moves) {
        on = addDays(on, move.days)
        if (on > lastDay) break
        const next = play([...events, sceneOf(move, { code, on })])
        if (!next) continue
        events = [...events, sceneOf(move, { code, on })]
        const { selection, versions } = next
        expect(isInTable(played?.selection, selection)).toBe(true)
        expect([selection.version, versions.length]).toEqual([events.length, events.length])
        reached.add(`${selection.state} ${selection.newest.action}`)
        played = next
      }
      expect(unpaid(played)).toEqual([])
    }),
    { numRuns: runs, seed: seed('any history') },
  )
  // Fails if the random histories reach too few states to prove anything.
  expect(reached.size).toBeGreaterThanOrEqual(10)
})

/** Returns errors: a fixed total that planned deductions do not add up to, or deductions without cover in force. */
function unpaid(played: SimulatedSelection | undefined): string[] {
  if (!played) return []
  const { selection, versions, deductions } = played
  const total = deductions.reduce((sum, { employee }) => sum + employee, 0n)
  const ran = versions.some(({ state, price }) => (state === 'active' || state === 'pended') && price !== null)
  if (!ran) return total === 0n ? [] : [`${total} was taken for what never ran`]
  // After an end and a new start there is more than one order.
  const once = versions.every(({ action }) => action !== 'opt-out' && action !== 'end')
  const whole = selection.running?.price?.parts.filter(
    ({ payer, spread }) => payer === 'employee' && spread.kind !== 'recurring',
  )
  const due = whole?.reduce((sum, part) => sum + BigInt(part.total), 0n) ?? 0n
  return once && due !== 0n && total !== due ? [`${total} is taken of ${due}`] : []
}
