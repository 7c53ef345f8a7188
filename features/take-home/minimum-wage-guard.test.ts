import { beforeEach, describe, expect, it } from 'vitest'
import type { ClientId, SelectionId } from '../../contract/ids.ts'
import { inClient, type Tx } from '../../database/database.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { changeBenefitDefinition } from '../../tests/harness/benefit-definition.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { decide, changeFacts as recorded } from '../../tests/harness/world-actions.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import type { FactName } from '../../services/people/people-csv.rules.ts'
import { lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { belowMinimumWageAfter } from './minimum-wage-guard.queries.ts'

let world: World
beforeEach(async () => void (world = await startWorld({ people: 'of one client' })))

const record = (of: string, fact: string, value: string | null) => recordFact(world, { of, fact, value })

/** What Amelia already gives up: 6% of £45,000 for her pension, and £35.10 for extra life assurance. */
const givenUp = 2700 + 35.1

async function cyclist(name: string, { salary, hours }: { salary: number; hours: string | null }) {
  for (const kind of ['basic', 'pensionable']) await record(name, `${kind}-salary`, String(Math.round(salary * 100)))
  await record(name, 'hours-per-week', hours)
  const token = await world.signIn(name)
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    world.request({ method, url: `/api/v1/${path}`, token, ...(body !== undefined && { body }) })
  const benefits = (await send('GET', 'benefits/user/eligible')).json<BenefitView[]>()
  const bicycle = benefits.find(({ code }) => code === 'cycle-to-work')
  const pension = benefits.find(({ code }) => code === 'pension')
  if (!bicycle || !pension) throw new Error('Both are offered')
  const path = `benefit/${bicycle.benefitId}`
  await acceptTerms(world, token, bicycle)
  return {
    token,
    send,
    pension,
    quote: (value: number) => send('POST', `${path}/quote`, { values: { value } }),
    choose: (value: number) => send('POST', `${path}/selection`, { values: { value } }),
  }
}

const learn = (fact: FactName, value: string | null, from?: string) =>
  recorded(world, 'amelia.hart', { [fact]: value }, from)

async function bornOn(date: string): Promise<void> {
  await world.database.rows(
    `update person_details set date_of_birth = $2
     from account
     where account.client_id = person_details.client_id and account.person_id = person_details.person_id and email = $1`,
    ['amelia.hart@demo.example', date],
  )
}

async function guarded(codes: string[], approval: 'automatic' | 'required'): Promise<void> {
  const changed = {
    options: [],
    price: [
      {
        code: 'fixed',
        label: 'Fixed',
        paidBy: 'employee',
        price: { method: 'flat', every: 'month', amount: { fixed: 50 } },
      },
    ],
    approval,
    requires: ['minimum-wage'],
    changeIn: ['any-month'],
  }
  for (const code of codes) {
    const pay = { employee: { taxMethod: 'sacrifice', payCode: code.toUpperCase() } }
    await changeBenefitDefinition(world, code, { ...changed, pay })
  }
}

/** Ends all the person's benefits and sets a salary £1,000.00 above the minimum wage for 37.5 hours. */
async function justEnoughForOne(name: string): Promise<void> {
  await world.database.rows(
    `update selection set state = 'ended', version_in_force = null
     from account
     where account.client_id = selection.client_id and account.person_id = selection.person_id and email = $1`,
    [`${name}@demo.example`],
  )
  await record(name, 'basic-salary', '2578450')
  await record(name, 'hours-per-week', '37.5')
}

describe('benefit that requires the minimum wage', () => {
  it.each([
    ['37.5', 24_784.5, '£24,784.50'],
    ['40', 26_436.8, '£26,436.80'],
  ])(
    'can be quoted and chosen down to exactly the minimum wage for %s hours, £%d a year, but not below it',
    async (hours, floor, told) => {
      const at = await cyclist('amelia.hart', { salary: floor + givenUp + 1000, hours })
      expect((await at.quote(1000)).statusCode).toBe(200)
      for (const answer of [await at.quote(1050), await at.choose(1050)]) {
        expect([answer.statusCode, answer.json()]).toMatchObject([
          422,
          { code: 'below-minimum-wage', message: expect.stringContaining(told), floor, payAfter: floor - 50 },
        ])
        expect(answer.json().trace).toContainEqual(
          expect.objectContaining({ label: 'Minimum wage per year', output: told, effectiveDate: '2026-04-01' }),
        )
      }
    },
  )

  it('includes all pay that a person with a known last day gives up until that day', async () => {
    const at = await cyclist('amelia.hart', { salary: 27_000, hours: '37.5' })
    // From today, 6% of £26,000 goes into her pension.
    await learn('pensionable-salary', '2600000')
    const refused = (await at.quote(1000)).json()
    expect(refused).toMatchObject({ code: 'below-minimum-wage', floor: 24_784.5 })

    await learn('end-date', '2027-02-28')
    const { selection } = (await at.send('GET', `benefit/${at.pension.benefitId}/with-selection`)).json<BenefitView>()
    expect(selection?.status).toBe('ended')
    // Three pay days are left. So £250.00 over these days is the same rate as £1,000.00 a year over twelve pay days.
    const { code, floor, payAfter } = refused
    for (const answer of [await at.quote(250), await at.choose(250)])
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { code, floor, payAfter }])
    const asked = (await at.choose(150)).json<SelectionView>()
    expect(asked.status).toBe('pending')
    await record('amelia.hart', 'basic-salary', '2660000')
    const decided = await decide(world, [asked.selectionId])
    expect([decided.statusCode, decided.json()]).toMatchObject([
      409,
      { figures: [{ selectionId: asked.selectionId, payAfter, floor }] },
    ])
  })

  it('includes a future change together with the pay that is given up before it', async () => {
    await changeBenefitDefinition(world, 'cycle-to-work', { takesEffect: 'same-day' })
    const at = await cyclist('amelia.hart', { salary: 27_000, hours: '37.5' })
    await learn('pensionable-salary', '2600000')
    const path = `benefit/${at.pension.benefitId}`
    await acceptTerms(world, at.token, at.pension)
    // She pays £1,560.00 a year into her pension, and £1,820.00 from 1 December.
    expect((await at.quote(500)).json()).toMatchObject({ effectiveFrom: '2026-11-16' })
    expect((await at.send('PATCH', `${path}/selection`, { values: { contribution: 7 } })).statusCode).toBe(200)
    for (const answer of [await at.quote(500), await at.choose(500)])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { code: 'below-minimum-wage', floor: 24_784.5, payAfter: 27_000 - 1820 - 35.1 - 500 },
      ])
    expect((await at.quote(300)).statusCode).toBe(200)
  })

  it('takes into account longer hours known for a later day, in quote, choice and approval', async () => {
    const at = await cyclist('amelia.hart', { salary: 24_784.5 + givenUp + 1000, hours: '37.5' })
    const asked = (await at.choose(1000)).json<SelectionView>()
    expect(asked.status).toBe('pending')
    await learn('hours-per-week', '40', '2027-02-01')
    // £28,519.60 less £35.10, less 6% of her current pay for her pension, less £1,000.00.
    const quoted = await at.quote(1000)
    expect([quoted.statusCode, quoted.json()]).toMatchObject([
      422,
      {
        code: 'below-minimum-wage',
        floor: 26_436.8,
        message:
          'This would leave you £25,773.32 a year from 1 February 2027 after everything you give up for benefits. The minimum wage for your age and 40 hours a week is £26,436.80 a year. Please choose less',
      },
    ])
    const { floor, payAfter } = quoted.json()
    const decided = await decide(world, [asked.selectionId])
    expect([decided.statusCode, decided.json()]).toMatchObject([
      409,
      { figures: [{ selectionId: asked.selectionId, payAfter, floor, from: '2027-02-01' }] },
    ])
    await learn('hours-per-week', '37.5', '2027-02-01')
    expect((await decide(world, [asked.selectionId])).statusCode).toBe(200)
  })

  it('takes into account a birthday in the scheme year that raises the minimum wage, in quote, choice and approval', async () => {
    const at = await cyclist('amelia.hart', { salary: 24_784.5 + givenUp + 1000, hours: '37.5' })
    // She turns 21 on 10 January 2027. At 20, her minimum wage is lower.
    await bornOn('2006-01-10')
    expect((await at.quote(1000)).json()).not.toHaveProperty('warning')
    for (const answer of [await at.quote(1050), await at.choose(1050)])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        {
          code: 'below-minimum-wage',
          message: expect.stringContaining('£24,734.50 a year from 10 January 2027 after'),
          floor: 24_784.5,
        },
      ])
    const asked = (await at.choose(1000)).json<SelectionView>()
    await record('amelia.hart', 'basic-salary', String(Math.round((24_784.5 + givenUp + 999.99) * 100)))
    const decided = await decide(world, [asked.selectionId])
    expect([decided.statusCode, decided.json()]).toMatchObject([
      409,
      { figures: [{ selectionId: asked.selectionId, payAfter: 24_784.49, floor: 24_784.5, from: '2027-01-10' }] },
    ])
  })

  it('warns about a birthday after which the minimum wage is above the recorded pay, because the employer has to raise that pay', async () => {
    // The minimum wage for 37.5 hours a week is £21,157.50 a year at 20, and £24,784.50 from 10 January 2027.
    const at = await cyclist('amelia.hart', { salary: 24_784.49, hours: '37.5' })
    await bornOn('2006-01-10')
    expect((await at.quote(500)).json()).toMatchObject({
      warning:
        'From 10 January 2027 the minimum wage for 37.5 hours a week is £24,784.50 a year, more than your pay on record, so your employer must raise your pay by then. If your new pay is still too low for this benefit, your employer must reduce your choice.',
    })
    expect((await at.choose(500)).json<SelectionView>().status).toBe('pending')
  })

  it.each<[string, FactName, string | null, string, string?]>([
    ['hours that are more once its scheme year is over', 'hours-per-week', '40', '2027-04-06'],
    ['pay that is less once its scheme year is over', 'basic-salary', '2000000', '2027-05-01'],
    ['hours that are more after the last day of employment', 'hours-per-week', '40', '2027-03-01', '2027-02-28'],
    ['hours of a later day that nobody knows', 'hours-per-week', null, '2027-02-01'],
    ['pay of a later day that nobody knows', 'basic-salary', null, '2027-02-01'],
  ])('is not limited by %s', async (_, fact, becomes, from, lastDay) => {
    const at = await cyclist('amelia.hart', { salary: 24_784.5 + givenUp + 1000, hours: '37.5' })
    await learn(fact, becomes, from)
    if (lastDay) await learn('end-date', lastDay)
    // With a last day, three pay days are left instead of twelve.
    const value = lastDay ? 250 : 1000
    expect((await at.quote(value)).statusCode).toBe(200)
    const asked = (await at.choose(value)).json<SelectionView>()
    const decided = await decide(world, [asked.selectionId])
    expect([decided.statusCode, decided.json()]).toEqual([200, { status: 'ok', decided: 1 }])
  })

  it('is checked on the last day of its scheme year and of the employment', async () => {
    const at = await cyclist('amelia.hart', { salary: 24_784.5 + givenUp + 1000, hours: '37.5' })
    await learn('hours-per-week', '40', '2027-04-05')
    expect((await at.quote(1000)).json()).toMatchObject({
      code: 'below-minimum-wage',
      message: expect.stringContaining('a year from 5 April 2027 after'),
    })
    // Five pay days are left, so £400.00 is the same rate as £960.00 a year.
    await learn('end-date', '2027-04-04')
    expect((await at.quote(400)).statusCode).toBe(200)
    await learn('end-date', '2027-04-05')
    expect((await at.quote(400)).statusCode).toBe(422)
  })

  it('lets a person below the minimum wage give up less than now, but not the same amount', async () => {
    const { send, pension } = await cyclist('amelia.hart', { salary: 24_000, hours: '37.5' })
    const quote = async (contribution: number) =>
      (await send('POST', `benefit/${pension.benefitId}/quote`, { values: { contribution } })).json()
    // The current contribution is 6% of £45,000, which is £2,700. At a salary of £24,000, 11% is £2,640 and 12% is £2,880.
    expect(await quote(11)).toMatchObject({ price: { employee: { perYear: 2640 } } })
    expect(await quote(12)).toMatchObject({ code: 'below-minimum-wage' })
  })

  it('is refused if hours are unknown, and the refusal says who can help', async () => {
    const at = await cyclist('amelia.hart', { salary: 60_000, hours: null })
    for (const answer of [await at.quote(100), await at.choose(100)])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        {
          code: 'minimum-wage-unknown',
          message:
            'We do not know your weekly hours, so we cannot check that your pay stays above the minimum wage. Please ask your employer to add them',
        },
      ])
  })

  it('cannot be approved after pay has fallen; the refusal shows the figure, and the choice can be declined', async () => {
    const floor = 24_784.5
    const at = await cyclist('amelia.hart', { salary: floor + givenUp + 1000, hours: '37.5' })
    const asked = (await at.choose(1000)).json<SelectionView>()
    expect(asked.status).toBe('pending')
    await record('amelia.hart', 'basic-salary', String(Math.round((floor + givenUp + 999.99) * 100)))
    const answer = await decide(world, [asked.selectionId])
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'below-minimum-wage',
        changed: [asked.selectionId],
        figures: [{ selectionId: asked.selectionId, payAfter: 24_784.49, floor }],
      },
    ])
    const still = await at.send('GET', `selection/${asked.selectionId}`)
    expect(still.json()).toMatchObject({ status: 'pending', version: asked.version })
    await record('amelia.hart', 'basic-salary', String(Math.round((floor + givenUp + 1000) * 100)))
    expect((await decide(world, [asked.selectionId])).statusCode).toBe(200)
  })

  it('is confirmed in only one of two tabs at the same time, if pay is enough for only one benefit', async () => {
    await guarded(['gym', 'payroll-giving'], 'automatic')
    for (const name of ['amelia.hart', 'isla.reid', 'grace.lin']) {
      await justEnoughForOne(name)
      const chosen = await choosingBoth(name, (each) => Promise.all(each.map((choose) => choose())))
      expect(chosen.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422])
      expect(chosen.find(({ statusCode }) => statusCode === 422)?.json()).toMatchObject({
        code: 'below-minimum-wage',
        payAfter: 24_584.5,
        floor: 24_784.5,
      })
    }
  })

  it('is approved by only one of two administrators at the same time, if pay is enough for only one benefit', async () => {
    await guarded(['gym', 'payroll-giving'], 'required')
    for (const name of ['amelia.hart', 'isla.reid']) {
      await justEnoughForOne(name)
      const chosen = await choosingBoth(name, async ([one, other]) =>
        [await one?.(), await other?.()].flatMap((answer) => answer ?? []),
      )
      const [first, second] = chosen.map((answer) => answer.json<SelectionView>().selectionId)
      const decided = await Promise.all([
        decide(world, [first ?? '']),
        decide(world, [second ?? ''], true, { administrator: 'henry.cole' }),
      ])
      expect(decided.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })
})

it('checking the choices of many people takes the same number of queries as checking one person', async () => {
  const rows = await world.database.rows<{ id: SelectionId; clientId: ClientId }>(
    `select selection.id, selection.client_id as "clientId"
     from selection
     join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
     join client_address on client_address.client_id = selection.client_id
     where client_address.name = 'demo' and benefit.code = 'pension' and selection.state = 'active'
     order by selection.id
     limit 20`,
  )
  const [{ clientId } = { clientId: undefined }] = rows
  if (!clientId) throw new Error('Nobody has a pension')
  expect(rows.length).toBeGreaterThan(5)
  const asked = (some: typeof rows) =>
    inClient(world.database.db, clientId, async (tx, { today }) => {
      const ids = some.map(({ id }) => id)
      const approved = await lockSelections(tx, clientId, ids)
      const counting = countingStatements(tx)
      await belowMinimumWageAfter(counting.tx, clientId, { approved, today })
      return counting.statements()
    })
  const forOne = await asked(rows.slice(0, 1))
  expect(forOne).toBeGreaterThan(0)
  expect(await asked(rows)).toBe(forOne)
})

function countingStatements(tx: Tx): { tx: Tx; statements: () => number } {
  let statements = 0
  return {
    tx: tx.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    statements: () => statements,
  }
}

async function choosingBoth(
  name: string,
  inTurn: (each: (() => ReturnType<World['request']>)[]) => Promise<Awaited<ReturnType<World['request']>>[]>,
) {
  const token = await world.signIn(name)
  const benefits = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json<BenefitView[]>()
  const both = benefits.filter(({ code }) => code === 'gym' || code === 'payroll-giving')
  await acceptTerms(world, token, ...both)
  return inTurn(
    both.map(
      ({ benefitId }) =>
        () =>
          world.request({
            method: 'POST',
            url: `/api/v1/benefit/${benefitId}/selection`,
            token,
            body: { values: {} },
          }),
    ),
  )
}
