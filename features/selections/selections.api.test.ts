import { beforeEach, describe, expect, it } from 'vitest'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { employee } from '../../tests/harness/employee.ts'
import { decide } from '../../tests/harness/world-actions.ts'
import { lockRows, waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { PendingSelection } from '../approvals/approvals.contract.ts'
import { approveMessages } from '../approvals/approvals.messages.ts'
import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { hasFixedTotal } from '../../services/payroll/fixed-total.rules.ts'
import { partnerElsewhere } from '../../domain/selections/partner-cover-elsewhere.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'

let world: World
beforeEach(async () => {
  world = await startWorld()
})

type Person = Awaited<ReturnType<typeof as>>

async function as(name: string) {
  const { token, send, all, quote } = await employee(world, name)
  const benefits = await all()
  const find = (code: string): BenefitView => {
    const benefit = benefits.find((one) => one.code === code)
    if (!benefit) throw new Error(`${code} is not offered`)
    return benefit
  }
  const read = async (code: string) =>
    (await send('GET', `benefit/${find(code).benefitId}/with-selection`)).json<BenefitView>()
  const acceptTermsOf = async (code: string) => {
    for (const { id, version } of find(code).terms)
      await send('PATCH', `benefit/${find(code).benefitId}/terms`, { termId: id, version, accepted: true })
  }
  const choose = async (code: string, values: SetupValues, more: object = {}, method: 'POST' | 'PATCH' = 'POST') => {
    await acceptTermsOf(code)
    return send(method, `benefit/${find(code).benefitId}/selection`, { values, ...more })
  }
  const family = (code: string) =>
    find(code).setupFields.flatMap(({ input }) =>
      input.kind === 'people' ? input.people.map((person) => person.value) : [],
    )
  return { token, benefits, send, find, read, acceptTermsOf, choose, quote, family }
}

function nowIs(day: string): Promise<void> {
  return world.database.moveTo(day)
}

const leaveToday = (name: string) => recordFact(world, { of: name, fact: 'status', value: 'left' })

type Line = { label: string; pay_code: string; method: string; employee: number; employer: number; version: number }

function deductionsOf(selectionId: string): Promise<Line[]> {
  return world.database.rows<Line>(
    `select p.label, d.pay_code, d.method, d.employee_pence::integer as employee, d.employer_pence::integer as employer,
            d.selection_version as version
     from deduction d join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
     where d.selection_id = $1
     order by p.starts_on, d.pay_code`,
    [selectionId],
  )
}

function leastOf({ input }: BenefitView['setupFields'][number]): SetupValues[string] {
  switch (input.kind) {
    case 'options':
      return input.options[0]?.value ?? ''
    case 'number':
      return input.min
    case 'people':
      return []
  }
}

const dentalForAll = (person: Person): SetupValues => ({
  level: 'level-2',
  covered: person.family('dental'),
  ...(person.find('dental').setupFields.some(({ name }) => name === partnerElsewhere) && { [partnerElsewhere]: 'no' }),
})

describe('quote', () => {
  it('contains the price, its derivation and the first pay day, and saves nothing', async () => {
    const amelia = await as('amelia.hart')
    const quote = await amelia.quote('dental', dentalForAll(amelia))
    // Level 2 for a family is £39.88 a month in the rate table, which is £478.56 a year.
    expect(quote).toMatchObject({
      price: {
        employee: { perPeriod: 39.88, perMonth: 39.88, perYear: 478.56 },
        employer: { perYear: 0 },
        periodsPerYear: 12,
      },
      planDetails: [
        { label: 'Level of cover', value: 'Level 2' },
        { label: 'Partner covered elsewhere', value: 'No' },
      ],
      effectiveFrom: '2026-12-01',
      reachesPay: 'It starts on 1 December 2026. This change reaches your pay in December 2026',
    })
    expect(quote.price.trace[0]).toMatchObject({
      output: '£39.88',
      source: expect.stringContaining('Brightwell Dental'),
      effectiveDate: '2026-04-06',
    })
    expect(quote.price.trace).toContainEqual(expect.objectContaining({ rule: 'sum', output: '£478.56' }))
    expect((await amelia.read('dental')).selection).toBeNull()
  })

  it('spreads the price of an order to the penny, and adds pay for sold holiday', async () => {
    const amelia = await as('amelia.hart')
    const bicycle = await amelia.quote('cycle-to-work', { value: 1000 })
    expect(bicycle.price.order).toEqual({ total: 1000, instalments: 12 })
    expect(bicycle.price.spread).toBe('4 × £83.34, then 8 × £83.33')
    expect(bicycle.price.employee.perPeriod).toBe(83.34)
    const sold = await amelia.quote('holiday-trading', { trade: 'sell', 'sell-days': 2 })
    // £45,000 / 260 × 2 = £346.15.
    expect(sold.price.employee.perYear).toBe(-346.15)
    expect(sold.price.taxMethod).toBe('Added to your pay before tax')
  })

  it('leaves out only the calculation of take-home pay, if the request says so', async () => {
    const amelia = await as('amelia.hart')
    const body = { values: dentalForAll(amelia), takeHomeSteps: false }
    const moving = (await amelia.send('POST', `benefit/${amelia.find('dental').benefitId}/quote`, body)).json()
    const whole = await amelia.quote('dental', body.values)
    expect(moving).toEqual({ ...whole, takeHome: { ...whole.takeHome, trace: [] } })
    expect(whole.takeHome.trace.length).toBeGreaterThan(20)
  })

  it("has errors for each field, and for a business partner's product the partner's rates", async () => {
    const amelia = await as('amelia.hart')
    expect((await amelia.quote('cycle-to-work', { value: 3050 })).errors).toEqual({
      value: ['Please enter a value between 100 and 3000'],
    })
    const car = await amelia.quote('electric-car', { value: 30_000 })
    // £15.85 a month per £1,000 of the list price.
    expect(car.price.employee).toEqual({ perPeriod: 475.5, perMonth: 475.5, perYear: 5706 })
    expect(car.price.trace).toContainEqual(
      expect.objectContaining({ output: '£475.50', source: expect.stringContaining('Voltway Leasing') }),
    )
  })
})

describe('choosing a benefit', () => {
  it('makes it active at once if no approval is needed, and deducts exactly the price that was shown [BENEFIT-22] [BENEFIT-40] [PROD-01] [S-75]', async () => {
    const amelia = await as('amelia.hart')
    const values = dentalForAll(amelia)
    const quoted = await amelia.quote('dental', values)
    const answer = await amelia.choose('dental', values, { expectedPerPeriod: quoted.price.employee.perPeriod })
    expect(answer.statusCode).toBe(201)
    const selection = answer.json<SelectionView>()
    expect(selection).toMatchObject({
      status: 'active',
      version: 1,
      temporarySelection: false,
      values,
      peopleCovered: [{ name: 'Tom Hart' }, { name: 'Maisie Hart' }],
      costsSummaryForMonthlyCostSection: { employee: 39.88, employer: 0, total: 39.88 },
      effectiveFrom: '2026-12-01',
      reachesPay: 'This change reaches your pay in December 2026',
      running: null,
    })
    expect(selection.price).toEqual(quoted.price)
    const lines = await deductionsOf(selection.selectionId)
    expect(lines.map((line) => [line.label, line.pay_code, line.method, line.employee])).toEqual(
      ['December 2026', 'January 2027', 'February 2027', 'March 2027', 'April 2027'].map((label) => [
        label,
        'DENTAL',
        'net-deduction',
        3988,
      ]),
    )
    expect((await amelia.read('dental')).selection).toEqual(selection)
  })

  it('waits for the employer if the benefit needs approval, and deducts nothing until then [BENEFIT-40]', async () => {
    const amelia = await as('amelia.hart')
    for (const [code, values] of [
      ['holiday-trading', { trade: 'buy', 'buy-days': 2 }],
      ['cycle-to-work', { value: 1000 }],
    ] as const) {
      const selection = (await amelia.choose(code, values)).json<SelectionView>()
      expect(selection).toMatchObject({ status: 'pending', statusLabel: 'Awaiting approval', cta: { type: 'manage' } })
      expect(await deductionsOf(selection.selectionId)).toEqual([])
    }
  })

  it('refuses unknown fields, both among the values and outside them [S-50]', async () => {
    const amelia = await as('amelia.hart')
    const within = await amelia.choose('dental', { level: 'level-2', covered: [], price: 1 })
    expect([within.statusCode, within.json().errors]).toEqual([
      422,
      { price: ['This benefit has no such option. Please remove it'] },
    ])
    for (const field of ['status', 'price', 'effectiveFrom', 'clientId', 'personId', 'state']) {
      const beside = await amelia.choose('dental', { level: 'level-2', covered: [] }, { [field]: 'active' })
      expect([beside.statusCode, beside.json().errors]).toEqual([422, { [field]: expect.anything() }])
    }
    expect((await amelia.read('dental')).selection).toBeNull()
  })

  it('requires that the terms are accepted first [BENEFIT-44]', async () => {
    const amelia = await as('amelia.hart')
    const { benefitId } = amelia.find('dental')
    const answer = await amelia.send('POST', `benefit/${benefitId}/selection`, {
      values: { level: 'level-1', covered: [] },
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({
        code: 'benefit-terms-required',
        message: 'Please confirm that you have read the terms and conditions',
      }),
    ])
  })

  it('refuses a price that differs from the price shown, and returns the current price [S-74]', async () => {
    const amelia = await as('amelia.hart')
    const answer = await amelia.choose('dental', dentalForAll(amelia), { expectedPerPeriod: 1 })
    expect([answer.statusCode, answer.json().code, answer.json().price.employee.perPeriod]).toEqual([
      409,
      'price-changed',
      39.88,
    ])
  })

  it('is refused to leavers, whatever they send', async () => {
    const elif = await as('elif.kaya')
    const answers = [
      await elif.choose('gym', { membership: 'single' }),
      await elif.send('POST', `benefit/${elif.find('gym').benefitId}/quote`, { values: { membership: 'single' } }),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code, answer.json().cause])).toEqual(
      answers.map(() => [403, 'not-selectable', 'employment']),
    )
  })

  it('does not let a leaver discard a draft, withdraw an application or accept terms', async () => {
    const amelia = await as('amelia.hart')
    const draft = (await amelia.choose('dental', {}, { draft: true })).json<SelectionView>()
    const waiting = (await amelia.choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    expect([draft.status, waiting.status]).toEqual(['draft', 'pending'])
    await leaveToday('amelia.hart')

    const [terms] = amelia.find('gym').terms
    const answers = [
      await amelia.send('DELETE', `selection/${draft.selectionId}`),
      await amelia.send('POST', `selection/${waiting.selectionId}/withdraw`, {}),
      await amelia.send('PATCH', `benefit/${amelia.find('gym').benefitId}/terms`, {
        termId: terms?.id,
        version: terms?.version,
        accepted: true,
      }),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code, answer.json().cause])).toEqual(
      answers.map(() => [403, 'not-selectable', 'employment']),
    )
    expect((await amelia.read('dental')).selection?.status).toBe('draft')
    expect((await amelia.read('cycle-to-work')).selection?.status).toBe('pending')
  })
})

describe('change', () => {
  it('is refused for an outdated version, and the current version is returned [S-72]', async () => {
    const amelia = await as('amelia.hart')
    const first = await amelia.choose('gym', { membership: 'partner' }, { version: 1 }, 'PATCH')
    expect(first.json().version).toBe(2)
    const stale = await amelia.choose('gym', { membership: 'single' }, { version: 1 }, 'PATCH')
    expect([stale.statusCode, stale.json().code, stale.json().selection]).toEqual([
      409,
      'changed-meanwhile',
      first.json(),
    ])
  })

  it('succeeds in only one of two tabs that send it at the same time [S-72]', async () => {
    const amelia = await as('amelia.hart')
    await amelia.acceptTermsOf('gym')
    const { benefitId } = amelia.find('gym')
    const tabs = await Promise.all(
      ['partner', 'single', 'partner', 'single'].map((membership) =>
        amelia.send('PATCH', `benefit/${benefitId}/selection`, { values: { membership }, version: 1 }),
      ),
    )
    expect(tabs.map((tab) => tab.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const won = tabs.find((tab) => tab.statusCode === 200)?.json<SelectionView>()
    for (const lost of tabs.filter((tab) => tab.statusCode === 409)) expect(lost.json().selection).toEqual(won)
    expect((await amelia.read('gym')).selection).toEqual(won)
  })

  it('keeps only one of two first choices that are made at the same time [S-72]', async () => {
    const amelia = await as('amelia.hart')
    const tabs = await Promise.all(
      ['level-1', 'level-2', 'level-3'].map((level) => amelia.choose('dental', { level, covered: [] })),
    )
    expect(tabs.map((tab) => tab.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })

  it('of current cover replaces its deductions from the first day of the change, and keeps earlier deductions', async () => {
    const amelia = await as('amelia.hart')
    const changed = (
      await amelia.choose('gym', { membership: 'partner' }, { version: 1 }, 'PATCH')
    ).json<SelectionView>()
    const perMonth = Math.round((changed.price?.employee.perMonth ?? 0) * 100)
    expect(perMonth).toBeGreaterThan(2750)
    const lines = await deductionsOf(changed.selectionId)
    expect(lines.map((line) => [line.label, line.employee, line.version])).toEqual([
      ['November 2026', 2750, 1],
      ...['December 2026', 'January 2027', 'February 2027', 'March 2027', 'April 2027'].map((label) => [
        label,
        perMonth,
        2,
      ]),
    ])
  })

  it('is sent by POST if there is no current cover, and by PATCH if there is [BENEFIT-24] [PROD-01]', async () => {
    const amelia = await as('amelia.hart')
    const post = await amelia.choose('gym', { membership: 'partner' })
    const patch = await amelia.choose('dental', { level: 'level-1', covered: [] }, {}, 'PATCH')
    expect([post, patch].map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [409, 'not-in-this-state'],
      [409, 'not-in-this-state'],
    ])
    expect([post.json().selection.status, patch.json().selection]).toEqual(['active', null])
  })
})

describe('draft', () => {
  it('stores the entered values without confirming or charging them, and is discarded by a reset [BENEFIT-29] [BENEFIT-30]', async () => {
    const amelia = await as('amelia.hart')
    const before = amelia.find('gym').selection
    const answer = await amelia.choose('gym', { membership: 'partner' }, { draft: true, version: 1 }, 'PATCH')
    const draft = answer.json<SelectionView>()
    expect(draft).toMatchObject({
      temporarySelection: true,
      status: 'draft',
      statusLabel: 'Not finished',
      cta: { type: 'setup', label: 'Continue' },
    })
    expect(draft.running?.price).toEqual(before?.price)

    const reset = (await amelia.send('DELETE', `selection/${draft.selectionId}`)).json<SelectionView>()
    expect(reset).toEqual({ ...before, version: 3 })
    expect((await amelia.send('DELETE', `selection/${draft.selectionId}`)).json().code).toBe('not-in-this-state')
  })

  it('of a first choice leaves nothing behind when it is discarded', async () => {
    const amelia = await as('amelia.hart')
    const draft = (
      await amelia.choose('dental', { level: 'level-2' }, { draft: true, step: 'people' })
    ).json<SelectionView>()
    expect(draft.draftStep).toBe('people')
    expect((await as('amelia.hart')).find('dental').selection?.draftStep).toBe('people')
    expect(draft).toMatchObject({ status: 'draft', temporarySelection: true })
    const reset = await amelia.send('DELETE', `selection/${draft.selectionId}`)
    expect([reset.statusCode, reset.json()]).toEqual([200, null])
    const dental = await amelia.read('dental')
    expect([dental.selection, dental.cta?.type]).toEqual([null, 'setup'])
    expect((await amelia.choose('dental', { level: 'level-1', covered: [] })).json()).toMatchObject({
      status: 'active',
      version: 3,
    })
  })

  it('may be incomplete, but may contain only fields of the benefit', async () => {
    const amelia = await as('amelia.hart')
    expect((await amelia.choose('holiday-trading', { trade: 'buy' }, { draft: true })).statusCode).toBe(201)
    expect((await amelia.choose('dental', { colour: 'red' }, { draft: true })).json().errors).toHaveProperty('colour')
  })

  it('cannot have text in number fields, and gets no price for values outside the limits', async () => {
    const amelia = await as('amelia.hart')
    const text = await amelia.choose('cycle-to-work', { value: 'a thousand' }, { draft: true })
    expect([text.statusCode, Object.keys(text.json().errors)]).toEqual([422, ['value']])
    const zero = await amelia.choose('dental', { level: 'level-2\u0000' }, { draft: true })
    expect([zero.statusCode, zero.json().code]).toEqual([422, 'malformed'])

    const below = await amelia.choose('cycle-to-work', { value: -100 }, { draft: true })
    expect([below.statusCode, Object.keys(below.json().errors)]).toEqual([422, ['value']])

    const draft = await amelia.choose('cycle-to-work', { value: 100.005 }, { draft: true })
    expect([draft.statusCode, draft.json().price]).toEqual([201, null])
    expect((await amelia.read('cycle-to-work')).selection?.values).toEqual({ value: 100.005 })
  })

  it('becomes the choice when it is confirmed', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('dental', { level: 'level-2' }, { draft: true })
    const confirmed = await amelia.choose('dental', { level: 'level-2', covered: [] }, { version: 1 }, 'PATCH')
    expect([confirmed.statusCode, confirmed.json().status, confirmed.json().version]).toEqual([200, 'active', 2])
  })
})

describe('opting out', () => {
  it('ends the benefit and its deductions from the day on which the opt-out applies [BENEFIT-37] [BENEFIT-38] [PROD-01]', async () => {
    const amelia = await as('amelia.hart')
    const gym = amelia.find('gym').selection
    const answer = await amelia.send('PATCH', `selection/${gym?.selectionId}`, { status: 'opted-out', version: 1 })
    expect(answer.json()).toMatchObject({
      status: 'opted-out',
      statusLabel: 'Opted out',
      endDate: '2026-11-30',
      cta: { type: 'reapply', label: 'Apply again' },
    })
    expect((await deductionsOf(gym?.selectionId ?? '')).map((line) => line.label)).toEqual(['November 2026'])
    const again = await amelia.send('PATCH', `selection/${gym?.selectionId}`, { status: 'opted-out' })
    expect([again.statusCode, again.json().code]).toEqual([409, 'not-in-this-state'])
  })

  it('before the first day shows on all pages that cover will never begin, and nothing is deducted', async () => {
    const amelia = await as('amelia.hart')
    const chosen = (await amelia.choose('dental', dentalForAll(amelia))).json<SelectionView>()
    expect(chosen).toMatchObject({
      status: 'active',
      statusLabel: 'Active from 1 December 2026',
      neverBeginsIfOptedOut: '2026-12-01',
      endsIfOptedOut: null,
    })
    const left = await amelia.send('PATCH', `selection/${chosen.selectionId}`, { status: 'opted-out', version: 1 })
    const gone = { status: 'opted-out', statusLabel: 'Opted out', effectiveFrom: null, endDate: null, reachesPay: null }
    expect(left.json()).toMatchObject(gone)
    expect((await amelia.read('dental')).selection).toMatchObject(gone)
    expect(await deductionsOf(chosen.selectionId)).toEqual([])
    await nowIs('2026-12-15')
    expect((await (await as('amelia.hart')).read('dental')).selection).toMatchObject(gone)
  })

  it('ends current cover even if a change for a later day was chosen, and ends cover that was chosen again', async () => {
    const amelia = await as('amelia.hart')
    const running = { neverBeginsIfOptedOut: null, endsIfOptedOut: '2026-11-30' }
    expect(amelia.find('gym').selection).toMatchObject({ statusLabel: 'Active', ...running })
    const changed = await amelia.choose('gym', { membership: 'partner' }, { version: 1 }, 'PATCH')
    expect(changed.json()).toMatchObject({ statusLabel: 'Active from 1 December 2026', ...running })
    expect((await amelia.read('gym')).selection).toMatchObject(running)
    const { selectionId, version } = changed.json<SelectionView>()
    const left = await amelia.send('PATCH', `selection/${selectionId}`, { status: 'opted-out', version })
    expect(left.json()).toMatchObject({ endDate: '2026-11-30' })
    const again = await amelia.choose('gym', { membership: 'single' })
    expect(again.json()).toMatchObject({ statusLabel: 'Active from 1 December 2026', ...running })
    expect((await amelia.read('gym')).selection).toMatchObject(running)
  })

  it('is possible for cover from the first day on which it is shown as Active', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('dental', dentalForAll(amelia))
    await nowIs('2026-11-30')
    expect((await (await as('amelia.hart')).read('dental')).selection?.statusLabel).toBe('Active from 1 December 2026')
    await nowIs('2026-12-01')
    expect((await (await as('amelia.hart')).read('dental')).selection).toMatchObject({
      statusLabel: 'Active',
      neverBeginsIfOptedOut: null,
      endsIfOptedOut: '2026-12-31',
    })
  })

  it('can be followed by a new application, which creates a new selection [BENEFIT-23]', async () => {
    const amelia = await as('amelia.hart')
    const gym = amelia.find('gym').selection
    await amelia.send('PATCH', `selection/${gym?.selectionId}`, { status: 'opted-out', version: 1 })
    const change = await amelia.choose('gym', { membership: 'partner' }, { version: 2 }, 'PATCH')
    expect(change.json().code).toBe('not-in-this-state')
    const reapplied = await amelia.choose('gym', { membership: 'partner' }, { version: 2 })
    expect([reapplied.statusCode, reapplied.json()]).toEqual([
      201,
      expect.objectContaining({ status: 'active', version: 3, selectionId: gym?.selectionId }),
    ])
  })

  it('is followed by showing the lowest price of each benefit that can be chosen: the quote of the smallest choice', async () => {
    const amelia = await as('amelia.hart')
    const smallest: Record<string, SetupValues> = {
      dental: { level: 'level-1', covered: [] },
      'holiday-trading': { trade: 'buy', 'buy-days': 1 },
      'cycle-to-work': { value: 100 },
      'travel-insurance': { cover: amelia.find('travel-insurance').beamPartnerValueLimits?.min ?? 0 },
    }
    for (const [code, values] of Object.entries(smallest)) {
      const { price } = await amelia.quote(code, values)
      expect([code, amelia.find(code).leastPerMonth]).toEqual([code, price.employee.perMonth])
    }
    const unpriced = amelia.benefits.filter(
      ({ selection, availability, leastPerMonth }) => !selection && availability.available && leastPerMonth === null,
    )
    expect(unpriced.map(({ code }) => code)).toEqual([])
  })

  it('makes the page show the lowest price again, even if the family was covered', async () => {
    const amelia = await as('amelia.hart')
    expect(amelia.find('dental').leastPerMonth).toBe(8.5)
    const chosen = (await amelia.choose('dental', dentalForAll(amelia))).json<SelectionView>()
    expect((await amelia.read('dental')).leastPerMonth).toBeNull()
    await amelia.send('PATCH', `selection/${chosen.selectionId}`, { status: 'opted-out', version: 1 })
    expect((await amelia.read('dental')).leastPerMonth).toBe(8.5)
  })

  it('withdraws a pending application [S-72]', async () => {
    const amelia = await as('amelia.hart')
    const pending = (await amelia.choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    const withdrawn = await amelia.send('POST', `selection/${pending.selectionId}/withdraw`, { version: 1 })
    expect(withdrawn.json()).toMatchObject({ status: 'withdrawn', version: 2, cta: { type: 'reapply' } })
    const twice = await amelia.send('POST', `selection/${pending.selectionId}/withdraw`, { version: 2 })
    expect([twice.statusCode, twice.json().code, twice.json().selection.status]).toEqual([
      409,
      'not-in-this-state',
      'withdrawn',
    ])
  })
})

describe('application', () => {
  const waiting = async (token: string, { benefitId }: SelectionView) =>
    (await world.request({ url: `/api/v2/scheme/selections/${benefitId}/pending/`, token })).json<PendingSelection[]>()
  it('is charged in full once it is approved: an order in instalments, holiday until the end of the year [S-75]', async () => {
    const amelia = await as('amelia.hart')
    const bicycle = (await amelia.choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    const holiday = (await amelia.choose('holiday-trading', { trade: 'buy', 'buy-days': 2 })).json<SelectionView>()
    expect((await decide(world, [bicycle.selectionId, holiday.selectionId])).statusCode).toBe(200)

    const ordered = (await amelia.read('cycle-to-work')).selection
    expect(ordered).toMatchObject({ status: 'active', version: 2, price: bicycle.price })
    const instalments = (await deductionsOf(bicycle.selectionId)).map((line) => line.employee)
    expect(instalments).toEqual([8334, 8334, 8334, 8334, 8333, 8333, 8333, 8333, 8333, 8333, 8333, 8333])

    // An order must be paid in full, because after an opt-out the employer would have to pay the rest.
    const leaving = await amelia.send('PATCH', `selection/${bicycle.selectionId}`, { status: 'opted-out', version: 2 })
    expect([leaving.statusCode, leaving.json().code]).toEqual([403, 'not-selectable'])
    expect((await amelia.read('cycle-to-work')).allowedActions).not.toContain('opt-out')

    // £45,000 / 260 × 2 = £346.15, over the pay days from December to the scheme year's end.
    const lines = await deductionsOf(holiday.selectionId)
    expect(lines.reduce((sum, line) => sum + line.employee, 0)).toBe(34_615)
    expect(lines[0]?.employee).toBe(Math.round((holiday.price?.employee.perPeriod ?? 0) * 100))
  })

  it('costs the same on fewer pay days if it is approved after a cut-off, both on the screen and in pay [S-75]', async () => {
    const holiday = (
      await (await as('amelia.hart')).choose('holiday-trading', { trade: 'buy', 'buy-days': 2 })
    ).json<SelectionView>()
    expect(holiday.price?.employee).toEqual({ perPeriod: 86.54, perMonth: 86.54, perYear: 346.15 })

    // The cut-offs of December and January have passed, so only February and March are left.
    await world.database.moveTo('2027-01-20T09:00:00Z')
    const grace = await world.signIn('grace.lin')
    expect((await (await as('amelia.hart')).read('holiday-trading')).selection).toMatchObject({
      status: 'pending',
      costsSummaryForMonthlyCostSection: { employee: 173.08 },
      price: { employee: { perPeriod: 173.08, perMonth: 173.08, perYear: 346.15 } },
    })
    expect(await waiting(grace, holiday)).toMatchObject([{ fields: { [approveMessages.costToEmployee]: '£173.08' } }])
    await decide(world, [holiday.selectionId])
    const { selection } = await (await as('amelia.hart')).read('holiday-trading')
    expect(selection?.price?.employee).toEqual({ perPeriod: 173.08, perMonth: 173.08, perYear: 346.15 })
    expect(selection?.price?.trace.at(-1)?.output).toBe('£173.08')
    expect((await deductionsOf(holiday.selectionId)).map((line) => [line.label, line.employee])).toEqual([
      ['February 2027', 17_308],
      ['March 2027', 17_307],
    ])
  })

  it('is stored with the flag `fixed_total` if part of its price is a fixed total', async () => {
    await (await as('amelia.hart')).choose('cycle-to-work', { value: 1000 })
    const rows = await world.database.rows<{ price: StoredPrice | null; once: boolean }>(
      'select price, fixed_total as once from selection_version',
    )
    expect(rows.map(({ once }) => once)).toEqual(rows.map(({ price }) => price !== null && hasFixedTotal(price)))
    expect(new Set(rows.map(({ once }) => once)).size).toBe(2)
  })

  it('gets the same quote from only the rows that it needs as from all rows of the person', async () => {
    const bicycle = (await (await as('amelia.hart')).choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    await decide(world, [bicycle.selectionId])
    await nowIs('2027-01-20')
    const amelia = await as('amelia.hart')
    await amelia.choose('gym', {}, { draft: true })
    const statuses: number[] = []
    for (const { code, benefitId, setupFields } of amelia.benefits) {
      const asked = setupFields.filter(({ onlyWhen }) => onlyWhen === null || onlyWhen.is.includes('buy'))
      const values = Object.fromEntries(asked.map((field) => [field.name, leastOf(field)]))
      const quote = async (headers = {}) => {
        const answer = await amelia.send('POST', `benefit/${benefitId}/quote`, { values }, headers)
        statuses.push(answer.statusCode)
        return [code, answer.statusCode, { ...answer.json(), requestId: null }]
      }
      expect(await quote()).toEqual(await quote({ 'idempotency-key': `the price of ${code}` }))
    }
    expect(new Set(statuses)).toEqual(new Set([200, 403]))
  })

  it('shows the reason for a decline, has no deductions, and can be made again [BENEFIT-23]', async () => {
    const amelia = await as('amelia.hart')
    const asked = (await amelia.choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    await decide(world, [asked.selectionId], false, { reason: 'Please wait until spring' })
    const rejected = (await amelia.read('cycle-to-work')).selection
    expect(rejected).toMatchObject({
      status: 'rejected',
      statusLabel: 'Not approved',
      decisionReason: 'Please wait until spring',
      cta: { type: 'reapply' },
    })
    expect(await deductionsOf(asked.selectionId)).toEqual([])
    expect((await amelia.choose('cycle-to-work', { value: 800 }, { version: 2 })).json()).toMatchObject({
      status: 'pending',
      version: 3,
    })
  })

  it('that is approved and withdrawn at the same time is either approved or withdrawn [S-72]', async () => {
    const amelia = await as('amelia.hart')
    const { selectionId } = (await amelia.choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    const [approved, withdrawn] = await Promise.all([
      decide(world, [selectionId]),
      amelia.send('POST', `selection/${selectionId}/withdraw`, { version: 1 }),
    ])
    expect([approved.statusCode, withdrawn.statusCode].toSorted((a, b) => a - b)).toEqual([200, 409])
    const stands = (await amelia.read('cycle-to-work')).selection
    expect(stands).toMatchObject({ version: 2, status: approved.statusCode === 200 ? 'active' : 'withdrawn' })
    expect((await deductionsOf(selectionId)).length).toBe(approved.statusCode === 200 ? 12 : 0)
  })
})

describe('opting out, withdrawing and discarding a draft', () => {
  it("wait for other work on the person's benefits before they lock anything, so that there is no deadlock", async () => {
    const amelia = await as('amelia.hart')
    const draft = (await amelia.choose('dental', {}, { draft: true })).json<SelectionView>()
    const waiting = (await amelia.choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    const runs = (await amelia.read('gym')).selection
    const [whose] = await world.database.rows<{ client: string }>(
      `select client_id as client from account where email = 'amelia.hart@demo.example'`,
    )
    const letGo = await lockRows(world, { of: 'person_details', client: whose?.client ?? '' })
    const answers = Promise.all([
      amelia.send('PATCH', `selection/${runs?.selectionId}`, { status: 'opted-out' }),
      amelia.send('POST', `selection/${waiting.selectionId}/withdraw`, {}),
      amelia.send('DELETE', `selection/${draft.selectionId}`),
    ])
    await waitUntilCallsAreBlocked(world, 3)
    const theirs = [runs?.selectionId, waiting.selectionId, draft.selectionId]
    expect(
      await world.database.rows('select from selection where client_id = $1 and id = any($2) for update nowait', [
        whose?.client,
        theirs,
      ]),
    ).toHaveLength(3)
    await letGo()
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })
})

describe('selection', () => {
  it('shows its history in everyday words', async () => {
    const amelia = await as('amelia.hart')
    const { selectionId } = (await amelia.choose('cycle-to-work', { value: 1000 })).json<SelectionView>()
    await amelia.choose('cycle-to-work', { value: 800 }, { version: 1 }, 'PATCH')
    await amelia.send('POST', `selection/${selectionId}/withdraw`, { version: 2 })
    const history = (await amelia.send('GET', `selection/${selectionId}/history`)).json()
    expect(history).toMatchObject([
      {
        version: 1,
        what: 'You applied for this',
        statusLabel: 'Awaiting approval',
        employeePerMonth: 83.34,
        planDetails: [{ value: '£1,000.00' }],
      },
      { version: 2, what: 'You applied for this', employeePerMonth: 66.67, planDetails: [{ value: '£800.00' }] },
      { version: 3, what: 'You withdrew your application', statusLabel: 'Withdrawn' },
    ])
  })
})
