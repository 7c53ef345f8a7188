import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { penceFromPounds } from '../../contract/money.ts'
import { Refused } from '../../contract/refusals.ts'
import { inRolledBackTransaction } from '../../database/database.ts'
import type { Tx } from '../../platform/handle.ts'
import { withPot } from '../../tests/harness/flex-allowance-folder.ts'
import { applyChanged } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import type { FactName } from '../../services/people/people-csv.rules.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import { requireChoice, requirePrice } from '../../services/benefits/choosing.server.ts'
import {
  recalculateForBirthDates,
  recalculateForRecordedFacts,
} from '../../services/recalculation/recalculate.queries.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import { randomTestSeed } from '../benefits/random-test-seed.samples.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { requireMinimumWage } from '../take-home/minimum-wage-guard.server.ts'
import { selectionsIn, schemeWithPrices } from '../../services/benefits/take-home.server.ts'
import { dateOfBirthAtAge } from './hypothetical-facts.rules.ts'
import { hypotheticalScheme } from './hypothetical-scheme.server.ts'
import type { ChangedFacts } from '../../domain/tax/what-if.contract.ts'
import { hypotheticalPrices } from './what-if-prices.server.ts'

const numRuns = process.env['LONG_TESTS'] ? 500 : 20

const world = await startWorld({ people: 'of one client' })
await applyChanged(world, withPot)
const accounts = ['amelia.hart', 'henry.cole', 'isla.reid'].map((name) => accountOf(world.database, name))
const people: PersonId[] = (await Promise.all(accounts)).map(({ personId }) => personId)
const { clientId } = await accountOf(world.database, 'amelia.hart')

/** Choices whose prices depend on percentage, level, age, days and value. */
const askable = {
  pension: (value: number): SetupValues => ({ contribution: 3 + (value % 38) }),
  'life-assurance': (value: number): SetupValues => ({ multiple: 4 + (value % 3) }),
  'income-protection': (value: number): SetupValues => ({ level: ['core', 'sixty', 'seventy-five'][value % 3] ?? '' }),
  'critical-illness': (value: number): SetupValues => ({ multiple: 1 + (value % 5), smoker: 'no', covered: [] }),
  'holiday-trading': (value: number): SetupValues =>
    value % 2 ? { trade: 'buy', 'buy-days': 1 + (value % 5) } : { trade: 'sell', 'sell-days': 2 },
  'cycle-to-work': (value: number): SetupValues => ({ value: 100 + 50 * (value % 58) }),
  dental: (value: number): SetupValues => ({ level: value % 2 ? 'level-1' : 'level-2', covered: [] }),
  gym: (value: number): SetupValues => ({ membership: value % 2 ? 'single' : 'partner' }),
} as const satisfies Record<string, (value: number) => SetupValues>
type Code = keyof typeof askable

const anySupposition = fc.record({
  who: fc.nat({ max: 2 }),
  facts: fc.record(
    {
      salary: fc.integer({ min: 1_800_000, max: 15_000_000 }).map((pence) => pence / 100),
      weeklyHours: fc.constantFrom(16, 22.5, 37.5, 40),
      age: fc.integer({ min: 18, max: 68 }),
      taxCountry: fc.constantFrom('Scotland' as const, 'rUK' as const),
    },
    { requiredKeys: [] },
  ),
  code: fc.constantFrom(...(Object.keys(askable) as Code[])),
  value: fc.nat(500),
})

it('hypothetical choices and current benefits have the same cost when the hypothetical facts have become true', async () => {
  const seen = { priced: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(anySupposition, ({ who, facts, code, value }) =>
      inRolledBackTransaction(world.database.db, clientId, async (tx, { today }) => {
        const personId = people[who]
        if (!personId) throw new Error('There are three of them')
        const mine = () => schemeOf(tx, { personId, today })
        const now = await mine()
        const then = hypotheticalScheme(now, facts, { births: [], on: today })
        const benefit = then.benefits.find((one) => one.code === code)
        if (!benefit) return
        const values = askable[code](value)
        const without = schemeWithPrices(then, [[benefit.id, null]])
        const { supposed } = hypotheticalPrices(without, {
          asked: [{ benefit, values }],
          leftOut: [benefit.id],
          partner: undefined,
        })
        const one = supposed.get(benefit.id)
        const asked = one && ('price' in one ? figures(one.price) : messageOf(one.refused))

        await comeTrue(tx, now, facts)
        const real = await mine()
        expect(held(real)).toEqual(held(then))
        expect(asked).toEqual(quoted(real, code, values))
        seen[typeof asked === 'string' ? 'refused' : 'priced'] += 1
      }),
    ),
    // In the example, the person is above the age limit of income protection.
    {
      numRuns,
      seed: randomTestSeed('what if comes true'),
      examples: [[{ who: 0, facts: { age: 68 }, code: 'pension', value: 0 }]],
    },
  )
  expect(seen.priced).toBeGreaterThan(0)
})

async function schemeOf(tx: Tx, asking: { personId: PersonId; today: PersonScheme['today'] }): Promise<PersonScheme> {
  const scheme = await loadPersonScheme(tx, clientId, asking)
  if (!scheme) throw new Error('There is no scheme')
  return scheme
}

async function comeTrue(tx: Tx, { person, today }: PersonScheme, changed: ChangedFacts): Promise<void> {
  const { salary, weeklyHours, age, taxCountry } = changed
  const { personId } = person
  const pence = salary === undefined ? undefined : String(penceFromPounds(salary))
  const values: [FactName, string | undefined][] = [
    ['basic-salary', pence],
    ['benefit-salary', pence],
    ['pensionable-salary', pence],
    ['hours-per-week', weeklyHours?.toString()],
    ['tax-country', taxCountry],
  ]
  const recorded = await recordFacts(tx, clientId, {
    source: 'test',
    facts: values.flatMap(([fact, value]) =>
      value === undefined ? [] : [{ personId, fact, value, effectiveFrom: today }],
    ),
  })
  await recalculateForRecordedFacts(tx, clientId, { facts: recorded, today })
  if (age === undefined) return
  await tx
    .updateTable('person_details')
    .set({ date_of_birth: dateOfBirthAtAge(person.dateOfBirth, { age, today }) })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .execute()
  await recalculateForBirthDates(tx, clientId, { people: [personId], today })
}

function quoted(scheme: PersonScheme, code: Code, values: SetupValues) {
  const benefit = scheme.benefits.find((one) => one.code === code)
  if (!benefit) throw new Error(`${code} is not offered`)
  const benefitStatus = benefitStatusOf(scheme, benefit)
  try {
    const price = storedPrice(
      requirePrice(benefitStatus, requireChoice(benefitStatus, values)),
      benefitStatus.facts.payPeriods,
    )
    requireMinimumWage(benefitStatus, price)
    return figures(price)
  } catch (error) {
    if (error instanceof Refused) return messageOf(error)
    throw error
  }
}

function messageOf({ refusal, details }: Refused): string {
  const said = details.body?.['message']
  return typeof said === 'string' ? said : refusal.message
}

function held(scheme: PersonScheme) {
  return selectionsIn(scheme)
    .flatMap(({ benefitId, running }) => (running?.price ? [[benefitId, figures(running.price)] as const] : []))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function figures({ trace: _trace, ...price }: StoredPrice) {
  return price
}
