import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { dump } from '../../tests/harness/dump-database.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { employee } from '../../tests/harness/employee.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { changeBenefitDefinition } from '../../tests/harness/benefit-definition.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import type { Basket } from './basket.contract.ts'

let world: World
beforeEach(async () => {
  world = await startWorld()
})

async function as(name: string) {
  const { send, find, tryToChoose, quote } = await employee(world, name)
  const keep = async (code: string, values: SetupValues) =>
    expect((await tryToChoose(code, values, { draft: true })).json()).toMatchObject({ temporarySelection: true })
  const basket = async () => (await send('GET', 'user/basket')).json<Basket>()
  const confirm = (changes: unknown, headers = {}) => send('POST', 'user/basket/confirm', { changes }, headers)
  return { send, find, keep, quote, basket, confirm }
}

const define = (code: string, changed: object) => changeBenefitDefinition(world, code, changed)

function asSeen({ items }: Basket) {
  return items.map(({ benefitId, version, price }) => ({
    benefitId,
    version,
    expectedPerPeriod: price?.employee.perPeriod ?? 0,
  }))
}

/** Leaves out sessions, which every call updates. */
async function everything(): Promise<Record<string, unknown>> {
  const { 'public.session': _, ...rest } = await dump(world.database.superuser)
  return rest
}

/** Returns December's deductions in pence, `[employee, employer]`, by pay code. */
async function paidInDecember(email: string): Promise<Record<string, [number, number]>> {
  const rows = await world.database.rows<{ code: string; employee: number; employer: number }>(
    `select d.pay_code as code, d.employee_pence::integer as employee, d.employer_pence::integer as employer
     from deduction d
     join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
     join account a on a.client_id = d.client_id and a.person_id = d.person_id
     where a.email = $1 and p.label = 'December 2026'`,
    [email],
  )
  return Object.fromEntries(rows.map(({ code, employee, employer }) => [code, [employee, employer]]))
}

const teeth = { level: 'level-1', covered: [] }
const bicycle = { value: 1200 }
const forTwo = { membership: 'partner' }

describe('basket', () => {
  it('shows for each change the same price as its quote, and the total effect on pay', async () => {
    const amelia = await as('amelia.hart')
    await amelia.keep('dental', teeth)
    await amelia.keep('cycle-to-work', bicycle)
    await amelia.keep('gym', forTwo)
    const { items, together } = await amelia.basket()
    for (const [code, values] of Object.entries({ dental: teeth, 'cycle-to-work': bicycle, gym: forTwo })) {
      const quoted = await amelia.quote(code, values)
      const { benefitId } = await amelia.find(code)
      expect(items.find((one) => one.benefitId === benefitId)).toMatchObject({
        price: quoted.price,
        planDetails: quoted.planDetails,
        effectiveFrom: quoted.effectiveFrom,
        reachesPay: quoted.reachesPay,
        problem: null,
        onceApproved: null,
      })
    }
    // In the order of the scheme. The gym costs £27.50 a month today, and £49.00 after the change.
    expect(items.map(({ name, becomes, insteadOf }) => [name, becomes, insteadOf?.employee])).toEqual([
      ['Dental insurance', 'active', undefined],
      ['Cycle to work', 'pending', undefined],
      ['Gym membership', 'active', { perMonth: 27.5, perYear: 330 }],
    ])
    // £8.50 + £100.00 + £49.00 a month. The bicycle's £1,200.00 saves 20 % tax and 8 % National Insurance.
    expect(together).toMatchObject({
      pays: { employee: { perMonth: 157.5, perYear: 1890 }, employer: { perMonth: 0, perYear: 0 } },
      insteadOf: { employee: { perMonth: 27.5, perYear: 330 } },
      levies: {
        incomeTax: { perMonth: -20, perYear: -240 },
        nationalInsurance: { perMonth: -8, perYear: -96 },
      },
      takeHome: { outcome: 'computed', change: { perMonth: -102, perYear: -1224 } },
    })
  })

  it('shows from which day a replaced choice would have been charged, if it is not charged yet', async () => {
    const amelia = await as('amelia.hart')
    await amelia.keep('gym', forTwo)
    const today = await amelia.basket()
    expect(today.items.map(({ insteadOf }) => insteadOf?.from)).toEqual([undefined])
    expect((await amelia.find('gym')).selection).not.toHaveProperty('runsFrom')
    await amelia.confirm(asSeen(today), { 'idempotency-key': randomUUID() })
    expect((await amelia.find('gym')).selection).toHaveProperty('runsFrom', '2026-12-01')
    await amelia.keep('gym', { membership: 'single' })
    expect((await amelia.basket()).items.map(({ insteadOf }) => insteadOf)).toMatchObject([
      { employee: { perMonth: 49 }, from: '2026-12-01' },
    ])
    expect((await amelia.find('gym')).selection).toHaveProperty('runsFrom', '2026-12-01')
  })

  it('compares a change with the version in force on its first day, not with a later version', async () => {
    const amelia = await as('amelia.hart')
    const payLines = async () => {
      const { together } = await amelia.basket()
      return together?.takeHome.outcome === 'computed' ? together.takeHome.lines : []
    }
    await define('payroll-giving', { takesEffect: 'same-day', changeIn: ['any-time'] })
    await define('dental', { takesEffect: 'next-month', changeIn: ['any-month'] })
    await amelia.keep('payroll-giving', { amount: 20 })
    const alone = await payLines()
    await amelia.keep('dental', teeth)
    const { items } = await amelia.basket()
    const [dental] = asSeen({ items: items.filter(({ name }) => name === 'Dental insurance'), together: null })
    expect((await amelia.confirm([dental])).statusCode).toBe(200)
    expect((await amelia.find('dental')).selection).toMatchObject({ status: 'active', effectiveFrom: '2026-12-01' })
    expect((await amelia.basket()).items.map(({ effectiveFrom }) => effectiveFrom)).toEqual(['2026-11-16'])
    expect(await payLines()).toEqual(alone)

    await amelia.keep('gym', forTwo)
    const takeHome = (lines: typeof alone) => lines.at(-1)?.before ?? 0
    expect(takeHome(await payLines()) - takeHome(alone)).toBeCloseTo(-102, 2)
  })

  it('is confirmed completely or not at all, at the prices later deducted from pay, and only once if the request is repeated', async () => {
    const amelia = await as('amelia.hart')
    await amelia.keep('dental', teeth)
    await amelia.keep('cycle-to-work', bicycle)
    await amelia.keep('gym', forTwo)
    const seen = asSeen(await amelia.basket())
    const key = { 'idempotency-key': randomUUID() }
    const [first, again] = [await amelia.confirm(seen, key), await amelia.confirm(seen, key)]
    expect(first.statusCode).toBe(200)
    expect(first.json().confirmed).toMatchObject([
      { name: 'Dental insurance', selection: { status: 'active', price: { employee: { perPeriod: 8.5 } } } },
      { name: 'Cycle to work', selection: { status: 'pending', price: { employee: { perPeriod: 100 } } } },
      { name: 'Gym membership', selection: { status: 'active', price: { employee: { perPeriod: 49 } } } },
    ])
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(await paidInDecember('amelia.hart@demo.example')).toMatchObject({ DENTAL: [850, 0], GYM: [4900, 0] })
    expect((await mailsOf(world, 'amelia.hart@demo.example')).map(({ kind }) => kind).toSorted()).toEqual([
      'change-confirmed',
      'choice-awaits-approval',
      'choice-confirmed',
    ])
    expect(await amelia.basket()).toEqual({ items: [], together: null })
    const without = await amelia.confirm(seen)
    expect([without.statusCode, without.json().changed]).toEqual([409, seen.map(({ benefitId }) => benefitId)])
    const rows = await world.database.rows<{ entry: string }>(
      `select entry from audit_event where entry like '%"basket.confirmed"%'`,
    )
    expect(rows.map(({ entry }) => JSON.parse(entry).details.states.toSorted())).toEqual([
      ['active', 'active', 'pending'],
    ])
  })

  it('gives the reason why a change cannot be confirmed, and leaves that change out of the totals', async () => {
    const amelia = await as('amelia.hart')
    await amelia.keep('dental', { covered: [] })
    await amelia.keep('gym', forTwo)
    const { benefitId } = await amelia.find('cycle-to-work')
    await amelia.send('POST', `benefit/${benefitId}/selection`, { values: bicycle, draft: true })
    const { items, together } = await amelia.basket()
    expect(items).toMatchObject([
      {
        becomes: null,
        price: null,
        problem: { code: 'invalid-choice', errors: { level: ['This field is required'] } },
      },
      { becomes: null, price: { employee: { perPeriod: 100 } }, problem: { code: 'benefit-terms-required' } },
      { becomes: 'active', problem: null },
    ])
    expect(together?.pays.employee).toEqual({ perMonth: 49, perYear: 588 })
  })
})

async function payAmeliaJustAboveMinimumWage(): Promise<void> {
  const salary = String(24_784_50 + 2735_10 + 1000_00)
  for (const fact of ['basic-salary', 'pensionable-salary'])
    await recordFact(world, { of: 'amelia.hart', fact, value: salary })
  await recordFact(world, { of: 'amelia.hart', fact: 'hours-per-week', value: '37.5' })
}

describe('refusal of a basket', () => {
  it('names the drafts changed in another tab or by another person, and changes nothing', async () => {
    const amelia = await as('amelia.hart')
    await amelia.keep('dental', teeth)
    await amelia.keep('gym', forTwo)
    const seen = asSeen(await amelia.basket())
    const { benefitId, selection } = await amelia.find('dental')
    await amelia.send('PATCH', `benefit/${benefitId}/selection`, {
      values: { level: 'level-2', covered: [] },
      version: selection?.version,
      draft: true,
    })
    const before = await everything()
    const refused = await amelia.confirm(seen)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'changed-meanwhile',
        message:
          'Dental insurance: This has changed since you opened it. Please check the latest version and try again',
        changed: [benefitId],
      },
    ])
    expect(await everything()).toEqual(before)
    expect((await amelia.confirm(asSeen(await amelia.basket()))).statusCode).toBe(200)
  })

  it('names the first change that cannot be confirmed or whose price has changed, and confirms no change', async () => {
    const amelia = await as('amelia.hart')
    await amelia.keep('dental', teeth)
    await amelia.keep('gym', forTwo)
    const seen = asSeen(await amelia.basket())
    const bike = await amelia.find('cycle-to-work')
    await amelia.send('POST', `benefit/${bike.benefitId}/selection`, { values: bicycle, draft: true })
    const [withoutTerms] = asSeen(await amelia.basket()).filter(({ benefitId }) => benefitId === bike.benefitId)
    const before = await everything()
    const dearer = seen.map((one) => ({ ...one, expectedPerPeriod: one.expectedPerPeriod - 1 }))
    const notOffered = { benefitId: randomUUID(), version: 1, expectedPerPeriod: 1 }
    const answers = [
      await amelia.confirm(dearer),
      await amelia.confirm([...seen, withoutTerms]),
      await amelia.confirm([...seen, notOffered]),
      await amelia.confirm([...seen, seen[0]]),
      await amelia.confirm([]),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [409, 'price-changed'],
      [403, 'benefit-terms-required'],
      [404, 'not-found'],
      [422, 'malformed'],
      [422, 'malformed'],
    ])
    expect(answers[0]?.json()).toMatchObject({ changed: [seen[0]?.benefitId], price: { employee: { perPeriod: 8.5 } } })
    expect(answers[1]?.json().message).toMatch(/^Cycle to work: /)
    expect(await everything()).toEqual(before)
  })

  it('happens if two benefits exclude each other, whichever of them says so', async () => {
    await define('dental', { notWith: ['travel-insurance'] })
    const amelia = await as('amelia.hart')
    await amelia.keep('travel-insurance', { cover: 5000 })
    await amelia.keep('dental', { level: 'level-1', covered: [] })
    const reason = (other: string) =>
      `You cannot have this together with ${other}. Please opt out of ${other} first, or withdraw or discard your choice of it`
    const problems = async () => (await amelia.basket()).items.map(({ name, problem }) => [name, problem?.message])
    const both = await problems()
    expect(both.filter(([, problem]) => problem !== undefined)).toHaveLength(1)
    const [dental, travel] = await Promise.all([amelia.find('dental'), amelia.find('travel-insurance')])
    expect(both.flat()).toContainEqual(expect.stringMatching(/^You cannot have this together with /))

    const { items } = await amelia.basket()
    const chosen = items.filter(({ name }) => name === dental.name)
    await amelia.send('DELETE', `selection/${travel.selection?.selectionId}`)
    expect((await amelia.confirm(asSeen({ items: chosen, together: null }))).statusCode).toBe(200)
    expect((await amelia.find('travel-insurance')).availability).toMatchObject({
      available: false,
      reason: reason(dental.name),
    })
    const path = `benefit/${travel.benefitId}`
    const answers = [
      await amelia.send('POST', `${path}/quote`, { values: { cover: 5000 } }),
      await amelia.send('POST', `${path}/selection`, { values: { cover: 5000 } }),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [403, reason(dental.name)],
      [403, reason(dental.name)],
    ])
    expect((await amelia.find('dental')).allowedActions).toEqual(expect.arrayContaining(['change-cover', 'opt-out']))
    await amelia.send('PATCH', `selection/${(await amelia.find('dental')).selection?.selectionId}`, {
      status: 'opted-out',
    })
    expect((await amelia.find('travel-insurance')).availability.available).toBe(true)
  })

  it('is preceded by a warning if confirming would make the approval of a pending choice impossible', async () => {
    await payAmeliaJustAboveMinimumWage()
    const amelia = await as('amelia.hart')
    await amelia.keep('cycle-to-work', { value: 900 })
    expect((await amelia.confirm(asSeen(await amelia.basket()))).statusCode).toBe(200)
    const warning =
      /^Your choice of Cycle to work still awaits approval\. Together with this one, it would leave you £[\d,.]+ a year .* is £24,784\.50 a year, so your employer could not approve both\.$/
    const quoted = async (contribution: number) => (await amelia.quote('pension', { contribution })).warning
    expect(await quoted(12)).toMatch(warning)
    expect(await quoted(7)).toBeUndefined()
    await amelia.keep('pension', { contribution: 12 })
    expect((await amelia.basket()).items).toMatchObject([{ problem: null, warning: expect.stringMatching(warning) }])
  })

  it('happens if all changes together would bring pay below the minimum wage, including pending changes and benefits that do not require it', async () => {
    // A bicycle of £900.00 is allowed, and so is a pension of 12 % (£722.35 more), but not both.
    await payAmeliaJustAboveMinimumWage()
    const amelia = await as('amelia.hart')
    await amelia.keep('cycle-to-work', { value: 900 })
    expect(await amelia.basket()).toMatchObject({ items: [{ problem: null }] })
    await amelia.keep('pension', { contribution: 12 })
    const { items } = await amelia.basket()
    expect(items.map(({ name, problem }) => [name, problem?.code])).toEqual([
      ['Workplace pension', 'below-minimum-wage'],
      ['Cycle to work', 'below-minimum-wage'],
    ])
    const refused = await amelia.confirm(asSeen(await amelia.basket()))
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'below-minimum-wage', floor: 24_784.5, message: expect.stringContaining('£24,784.50') },
    ])

    await amelia.keep('gym', forTwo)
    const beside = await amelia.basket()
    const ready = { ...beside, items: beside.items.filter(({ problem }) => problem === null) }
    expect(ready.items.map(({ name }) => name)).toEqual(['Gym membership'])
    for (const code of ['cycle-to-work', 'pension']) {
      const { selection } = await amelia.find(code)
      await amelia.send('DELETE', `selection/${selection?.selectionId}`)
    }
    expect(await amelia.basket()).toEqual(ready)
  })
})
