import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { BenefitId } from '../../contract/ids.ts'
import { Refused } from '../../contract/refusals.ts'
import { inRolledBackTransaction } from '../../database/database.ts'
import type { FolderChanges } from '../../tests/harness/changed-folder.ts'
import { withPot } from '../../tests/harness/flex-allowance-folder.ts'
import { applyChanged } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { callerOf } from '../../tests/harness/caller.ts'
import { acceptAllTerms } from '../../tests/harness/benefit-terms.ts'
import type { Tx } from '../../platform/handle.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import { saveChoice, type ChoosingWithMails, lockedBenefitStatus } from '../benefit-setup/save-choice.api.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { randomTestSeed } from '../benefits/random-test-seed.samples.ts'
import type { Basket } from './basket.contract.ts'
import { basketView } from './basket-view.server.ts'
import { confirmDrafts } from './confirm-drafts.server.ts'
import { draftsOf, priceBasket } from './basket-prices.server.ts'

const numRuns = process.env['LONG_TESTS'] ? 400 : 8

// The minimum wage applies to dental insurance. Level 2 costs more than the flex allowance.
const withGuardedPot: FolderChanges = {
  ...withPot,
  'scheme-current.yaml': (text) => withPot['scheme-current.yaml'](text).replace('amount: 360', 'amount: 150'),
  'benefits/dental.yaml': (text) =>
    withPot['benefits/dental.yaml'](text)
      .replace('taxMethod: net-deduction', 'taxMethod: sacrifice')
      .replace('approval: automatic', '$&\nrequires: [minimum-wage]'),
}

// This client has a flex allowance for dental insurance and the gym. Each run is rolled back.
const world = await startWorld()
await applyChanged(world, withGuardedPot)
const { clientId, personId: amelia } = await accountOf(world.database, 'amelia.hart')
await acceptAllTerms(world, await world.signIn('amelia.hart'))

const begun = {
  dental: (value: number): SetupValues =>
    value % 9 === 0 ? { covered: [] } : { level: value % 2 ? 'level-1' : 'level-2', covered: [] },
  gym: (value: number): SetupValues => ({ membership: value % 2 ? 'single' : 'partner' }),
  'cycle-to-work': (value: number): SetupValues => ({ value: 100 + 50 * (value % 58) }),
  'holiday-trading': (value: number): SetupValues =>
    value % 2 ? { trade: 'buy', 'buy-days': 1 + (value % 5) } : { trade: 'sell', 'sell-days': 2 },
  pension: (value: number): SetupValues => ({ contribution: 3 + (value % 38) }),
  'health-cash-plan': (value: number): SetupValues => ({ level: `level-${1 + (value % 3)}` }),
  'critical-illness': (value: number): SetupValues => ({ multiple: 1 + (value % 5), smoker: 'no', covered: [] }),
  'payroll-giving': (value: number): SetupValues => ({ amount: 1 + value }),
} as const satisfies Record<string, (value: number) => SetupValues>
type Code = keyof typeof begun

const anyBasket = fc.record({
  drafts: fc.uniqueArray(
    fc.record({ code: fc.constantFrom(...(Object.keys(begun) as Code[])), value: fc.nat(500), place: fc.nat() }),
    { selector: ({ code }) => code, minLength: 1, maxLength: 6 },
  ),
})

const unfinishedBesideGym = {
  drafts: [
    { code: 'dental' as const, value: 0, place: 0 },
    { code: 'gym' as const, value: 0, place: 1 },
  ],
}
const bothOfThePot = {
  drafts: [
    { code: 'gym' as const, value: 0, place: 0 },
    { code: 'dental' as const, value: 1, place: 1 },
  ],
}
const tooMuchOfThePot = {
  drafts: [
    { code: 'pension' as const, value: 37, place: 0 },
    { code: 'cycle-to-work' as const, value: 57, place: 1 },
    { code: 'dental' as const, value: 2, place: 2 },
    { code: 'gym' as const, value: 0, place: 3 },
  ],
}

it('confirming a basket gives the same result or refusal as confirming its changes one by one, at the prices shown before', async () => {
  const seen = { confirmed: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(anyBasket, ({ drafts }) =>
      inRolledBackTransaction(world.database.db, clientId, async (tx, { today }) => {
        const calling = {
          tx,
          clientId,
          caller: callerOf(clientId, amelia),
          today,
          audit: () => undefined,
          mails: { tell: async () => undefined },
        }
        const mine = () => schemeOf(tx, today)
        for (const { code, value } of drafts)
          await sendChoice(calling, { code, values: begun[code](value), draft: true })

        const scheme = await mine()
        const shown = basketView(
          scheme,
          priceBasket(scheme, { drafts: draftsOf(scheme), actorId: amelia, partner: undefined }),
        )
        const before = await benefitStatus(tx)
        const together = await tried(tx, async () => {
          await confirmDrafts({ ...calling, body: { changes: changesOf(shown) } }, undefined)
          return benefitStatus(tx)
        })
        expect(await benefitStatus(tx)).toEqual(before)
        expect(together === 'refused').toBe(shown.items.some(({ problem }) => problem !== null))

        const alone = await tried(tx, async () => {
          for (const { code, value } of drafts.toSorted((a, b) => a.place - b.place))
            await sendChoice(calling, { code, values: begun[code](value), draft: false })
          return benefitStatus(tx)
        })
        seen[together === 'refused' ? 'refused' : 'confirmed'] += 1
        // Pay may be above the minimum wage with each change alone, but below it with all of them.
        const isStricter = shown.items.some(({ problem }) => problem?.code === 'below-minimum-wage')
        expect(together).toEqual(isStricter ? 'refused' : alone)
        const held = together === 'refused' ? [] : together.held
        expect(held).toEqual(expect.arrayContaining(together === 'refused' ? [] : shown.items.map(asShown)))

        const ready = { ...shown, items: shown.items.filter(({ problem }) => problem === null) }
        const without = await tried(tx, async () => {
          if (ready.items.length > 0)
            await confirmDrafts({ ...calling, body: { changes: changesOf(ready) } }, undefined)
        })
        expect(without).not.toBe('refused')
      }),
    ),
    {
      numRuns,
      seed: randomTestSeed('any basket'),
      examples: [[unfinishedBesideGym], [bothOfThePot], [tooMuchOfThePot]],
    },
  )
  expect(Math.min(seen.confirmed, seen.refused)).toBeGreaterThan(0)
})

type Calling = Pick<ChoosingWithMails, 'tx' | 'clientId' | 'caller' | 'today' | 'audit' | 'mails'>

async function schemeOf(tx: Tx, today: Calling['today']): Promise<PersonScheme> {
  const scheme = await loadPersonScheme(tx, clientId, { personId: amelia, today })
  if (!scheme) throw new Error('There is no scheme')
  return scheme
}

async function sendChoice(
  calling: Calling,
  { code, values, draft }: { code: Code; values: SetupValues; draft: boolean },
): Promise<void> {
  const scheme = await schemeOf(calling.tx, calling.today)
  const id = scheme.benefits.find((one) => one.code === code)?.id
  if (!id) throw new Error(`${code} is not offered`)
  const call = { ...calling, params: { id }, body: { values, ...(draft && { draft }) } }
  try {
    await saveChoice(call, await lockedBenefitStatus(call))
  } catch (error) {
    const isClosed = error instanceof Refused && error.refusal.code === 'not-selectable'
    if (!isClosed) throw error
  }
}

async function tried<T>(tx: Tx, work: () => Promise<T>): Promise<T | 'refused'> {
  await sql`savepoint tried`.execute(tx)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return 'refused'
    throw error
  } finally {
    await sql`rollback to savepoint tried`.execute(tx)
  }
}

function changesOf({ items }: Basket) {
  return items.map(({ benefitId, version, price }) => ({
    benefitId,
    version,
    expectedPerPeriod: price?.employee.perPeriod ?? 0,
  }))
}

type SelectionWithHistory = { benefitId: BenefitId; state: string; employee: number; employer: number }

async function benefitStatus(tx: Tx): Promise<{ held: SelectionWithHistory[]; paid: unknown[] }> {
  const held = await sql<SelectionWithHistory>`
    select s.benefit_id as "benefitId", s.state,
           (v.price ->> 'employeeYearly')::integer / 100.0::float as employee,
           (v.price ->> 'employerYearly')::integer / 100.0::float as employer,
           v.choice, v.effective_from as "from", s.version_in_force is not null as runs
    from selection s
    join selection_version v on v.client_id = s.client_id and v.selection_id = s.id and v.version = s.version
    where s.client_id = ${clientId} and s.person_id = ${amelia}
    order by s.benefit_id
  `.execute(tx)
  const paid = await sql`
    select p.label, d.pay_code, d.method, sum(d.employee_pence)::integer as employee, sum(d.employer_pence)::integer as employer
    from deduction d
    join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
    where d.client_id = ${clientId} and d.person_id = ${amelia}
    group by 1, 2, 3
    order by 1, 2, 3
  `.execute(tx)
  return { held: held.rows, paid: paid.rows }
}

function asShown({ benefitId, becomes, price }: Basket['items'][number]) {
  return expect.objectContaining({
    benefitId,
    state: becomes,
    employee: price?.employee.perYear,
    employer: price?.employer.perYear,
  })
}
