import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { addClient } from '../harness/people.ts'
import { startPortal } from '../harness/portal.ts'
import { cases, seed } from './random-seed.ts'
import { SignInModel, type Outcome } from './sign-in-model.ts'
import { personOf, isNotReached, type CodeSent, type PersonSetup } from './sign-in-person.ts'

let number = 0

const portal = await startPortal()
const clients: Record<'open' | 'strict', ClientId> = {
  open: await addClient(portal, { site: 'open' }),
  strict: await addClient(portal, {
    site: 'strict',
    switches: { twoFactor: { employers: true, employees: true } },
  }),
}
afterEach(() => portal.database.moveClock('PT0S'))

// Counted back from the newest item (0 = newest), because most actions use the newest.
const which = fc.nat({ max: 2 })
const isRight = fc.boolean()
const code = fc.constantFrom<CodeSent>('right', 'right', 'right', 'wrong', 'used', 'recovery')
const a = <What extends string, Rest extends object>(
  what: What,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => fc.record({ what: fc.constant(what), ...rest }) as fc.Arbitrary<{ what: What } & Rest>

const move = fc.oneof(
  { weight: 6, arbitrary: a('sign in', { isRight: fc.constant(true) }) },
  { weight: 4, arbitrary: a('guess', { times: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 6, arbitrary: a('code', { which, code, hasTicket: fc.constantFrom(true, true, true, false) }) },
  {
    weight: 6,
    arbitrary: a('set up', {
      which,
      type: fc.constantFrom<'temporary' | 'complete'>('temporary', 'complete'),
      isRight,
    }),
  },
  { weight: 3, arbitrary: a('enter', { secondFactor: fc.boolean(), again: fc.constantFrom(false, false, true) }) },
  { weight: 2, arbitrary: a('make link', { kind: fc.constantFrom<'reset' | 'activation'>('reset', 'activation') }) },
  { weight: 3, arbitrary: a('use link', { which }) },
  { weight: 3, arbitrary: a('change password', { which, isRight }) },
  { weight: 2, arbitrary: a('disable', { which, code }) },
  { weight: 3, arbitrary: a('renew', { which }) },
  { weight: 1, arbitrary: a('end all', {}) },
  {
    weight: 2,
    arbitrary: a('set state', { to: fc.constantFrom<'active' | 'disabled'>('disabled', 'active', 'active') }),
  },
  // No wait ends within a minute of a limit, so the duration of calls does not matter.
  { weight: 3, arbitrary: a('wait', { howLong: fc.constantFrom(6, 17, 61) }) },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

type Person = Awaited<ReturnType<typeof personOf>>
const latest = <T>(all: readonly T[], back: number): T | undefined => all.at(-1 - back)

async function make(move: Move, model: SignInModel, person: Person): Promise<[Outcome, Outcome][] | null> {
  const { held } = person
  switch (move.what) {
    case 'sign in':
      return [[model.signIn(move), await person.signIn(true)]]
    case 'guess': {
      const outcomes: [Outcome, Outcome][] = []
      for (let each = 0; each < move.times; each += 1)
        outcomes.push([model.signIn({ isRight: false }), await person.signIn(false)])
      return outcomes
    }
    case 'code': {
      const [half, ours] = [latest(held.halves, move.which), latest(model.halves, move.which)]
      if (!half || !ours) return null
      const outcome = await person.sendCode(half, move.code, move.hasTicket)
      const isRightCode = move.code === 'right' || move.code === 'recovery'
      return [[model.sendCode(ours, { isRight: isRightCode, hasTicket: move.hasTicket }), outcome]]
    }
    case 'set up': {
      const [half, ours] = [latest(held.halves, move.which), latest(model.halves, move.which)]
      if (!half || !ours) return null
      return [[model.setUp(ours, move), await person.setUp(half, move.type, move.isRight)]]
    }
    case 'enter': {
      const outcome = await person.enter(move.secondFactor, move.again)
      return [[model.enter({ isUsed: move.again, secondFactor: move.secondFactor }), outcome]]
    }
    case 'make link':
      return [[model.makeLink(move.kind), await person.makeLink(move.kind)]]
    case 'use link': {
      const [token, ours] = [latest(held.links, move.which), latest(model.links, move.which)]
      if (token === undefined || !ours) return null
      return [[model.useLink(ours), await person.useLink(token)]]
    }
    case 'change password': {
      const [session, ours] = [latest(held.sessions, move.which), latest(model.sessions, move.which)]
      if (!session || !ours) return null
      return [[model.changePassword(ours, move), await person.changePassword(session, move.isRight)]]
    }
    case 'disable': {
      const [session, ours] = [latest(held.sessions, move.which), latest(model.sessions, move.which)]
      if (!session || !ours) return null
      const outcome = await person.disableTwoFactor(session, move.code)
      const isRightCode = move.code === 'right' || move.code === 'recovery'
      return [[model.disableTwoFactor(ours, { isRight: isRightCode }), outcome]]
    }
    case 'renew': {
      const [session, ours] = [latest(held.sessions, move.which), latest(model.sessions, move.which)]
      if (!session || !ours) return null
      return [[model.renew(ours), await person.renew(session)]]
    }
    case 'end all':
      return [[model.endAll(), await person.endAll()]]
    case 'set state':
      return model.state === 'invited' ? null : [[model.setState(move.to), await person.setState(move.to)]]
    case 'wait':
      return [[model.wait(move.howLong), await person.wait(move.howLong)]]
  }
}

const madeOrLeftOut = (move: Move, model: SignInModel, person: Person) =>
  make(move, model, person).catch((error: unknown) => {
    if (isNotReached(error)) return null
    throw error
  })

/** Checks a rule without the model: during a lock, no password and no code after a password logs anyone in. */
function isBarredFrom(move: Move, model: SignInModel): boolean {
  if (!model.isLocked()) return false
  const isAfterProvider = 'which' in move && latest(model.halves, move.which)?.by === 'single-sign-on'
  return move.what === 'sign in' || ((move.what === 'code' || move.what === 'set up') && !isAfterProvider)
}

const start = fc.record({
  site: fc.constantFrom<'open' | 'strict'>('open', 'strict'),
  state: fc.constantFrom<PersonSetup['state']>('invited', 'plain', 'plain', 'enrolled', 'enrolled', 'enrolled'),
})

const signsIn = { what: 'sign in', isRight: true } as const
const first = { what: 'set up', which: 0, type: 'temporary', isRight: true } as const
const byApp = { what: 'code', which: 0, code: 'right', hasTicket: true } as const
const guesses = { what: 'guess', times: 5 } as const
const examples: [{ site: 'open' | 'strict'; state: PersonSetup['state'] }, Move[]][] = [
  [
    { site: 'strict', state: 'plain' },
    [signsIn, guesses, first, { what: 'wait', howLong: 17 }, signsIn, first, { ...first, type: 'complete' }],
  ],
  [
    { site: 'open', state: 'enrolled' },
    [signsIn, { what: 'code', which: 0, code: 'recovery', hasTicket: true }, { what: 'renew', which: 0 }],
  ],
  [
    { site: 'open', state: 'enrolled' },
    [
      signsIn,
      { what: 'code', which: 0, code: 'recovery', hasTicket: true },
      signsIn,
      { what: 'change password', which: 0, isRight: true },
      byApp,
      signsIn,
      { what: 'set state', to: 'disabled' },
      byApp,
      { what: 'renew', which: 0 },
      { what: 'set state', to: 'active' },
      byApp,
      signsIn,
      { ...byApp, code: 'used' },
    ],
  ],
  [
    { site: 'open', state: 'plain' },
    [guesses, signsIn, { what: 'make link', kind: 'reset' }, { what: 'use link', which: 0 }, signsIn],
  ],
]

const count = cases({ gate: 3, long: 600 })

describe('random sequences of actions', () => {
  it(
    `log people in exactly when the rules allow this, in ${count} sequences [S-05] [S-04] [LOGIN-45]`,
    async () => {
      let entered = 0
      await fc.assert(
        fc.asyncProperty(start, fc.array(move, { minLength: 8, maxLength: 30 }), async ({ site, state }, moves) => {
          const begun = Date.now()
          await portal.database.moveClock('PT0S')
          const person = await personOf(portal, { site, state, clientId: clients[site] }, (number += 1))
          const model = new SignInModel({
            state: state === 'invited' ? 'invited' : 'active',
            hasTwoFactor: state === 'enrolled',
            requiresTwoFactor: site === 'strict',
          })
          for (const each of moves) {
            // If the machine is this slow, the time that has passed would change the expected results.
            if (Date.now() - begun > 45_000) return
            const [isBarred, sessions] = [isBarredFrom(each, model), person.held.sessions.length]
            const outcomes = await madeOrLeftOut(each, model, person)
            if (!outcomes) continue
            expect([each, outcomes.map(([, came]) => came)]).toEqual([each, outcomes.map(([expected]) => expected)])
            const cameIn = person.held.sessions.length > sessions
            if (cameIn) entered += 1
            expect([each, cameIn && isBarred]).toEqual([each, false])
            const open = await Promise.all(person.held.sessions.map(person.opens))
            expect([each, open]).toEqual([each, model.sessions.map((session) => model.opens(session))])
          }
        }),
        { seed, numRuns: count, examples },
      )
      expect(entered).toBeGreaterThanOrEqual(examples.length)
    },
    process.env['LONG_TESTS'] ? 3_600_000 : 120_000,
  )
})
