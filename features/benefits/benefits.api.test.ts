import { describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { inView, viewByEmployer } from '../../tests/harness/views.ts'
import { startWorld, worldPassword } from '../../tests/harness/world.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'

const world = await startWorld()
const amelia = await world.signIn('amelia.hart')
const ben = await world.signIn('ben.osei')
const elif = await world.signIn('elif.kaya')

async function get<Reply>(token: string, url: string): Promise<Reply> {
  const answer = await world.request({ url: `/api/v1/${url}`, token })
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  return answer.json()
}

async function benefitOf(token: string, code: string): Promise<BenefitView> {
  const benefit = (await get<BenefitView[]>(token, 'benefits/user/eligible')).find((one) => one.code === code)
  if (!benefit) throw new Error(`${code} is not listed`)
  return benefit
}

describe('benefits of one person', () => {
  it("belong to the scheme year, and each has the person's selection [BENEFIT-02] [PROD-01]", async () => {
    const benefits = await get<BenefitView[]>(amelia, 'benefits/user/eligible')
    expect(benefits).toHaveLength(15)
    const held = benefits.filter((benefit) => benefit.selection?.status === 'active').map((benefit) => benefit.code)
    expect(held).toEqual([
      'pension',
      'life-assurance',
      'income-protection',
      'critical-illness',
      'private-medical',
      'health-cash-plan',
      'gym',
      'payroll-giving',
    ])
    const pension = benefits.find((benefit) => benefit.code === 'pension')
    // 6 % of £45,000 is £2,700 a year, and the employer adds its matching contribution.
    expect(pension?.selection).toMatchObject({
      benefitId: pension?.benefitId,
      temporarySelection: false,
      statusLabel: 'Active',
      values: { contribution: 6 },
      cta: { type: 'manage', label: 'Manage' },
      costsSummaryForMonthlyCostSection: { employee: 225 },
      price: {
        employee: { perMonth: 225, perYear: 2700 },
        taxMethod: 'Taken from your pay before tax and National Insurance',
      },
    })
  })

  it('say who pays; one benefit that is read alone also has the price of each level for the family', async () => {
    const dental = await benefitOf(amelia, 'dental')
    expect(dental.payment).toEqual({ by: 'employee', how: 'Taken from your pay after tax' })
    expect((await benefitOf(amelia, 'pension')).payment.by).toBe('both')
    expect((await benefitOf(amelia, 'private-medical')).payment.by).toBe('both')
    expect(dental).not.toHaveProperty('levelPrices')
    const one = await get<BenefitView>(amelia, `benefit/${dental.benefitId}/with-selection`)
    const people = one.setupFields.flatMap(({ input }) => (input.kind === 'people' ? input.people : []))
    const [partner, child] = ['partner', 'dependant'].map((is) => people.find((one) => one.relationship === is)?.value)
    // The four levels of rates/dental.csv for single, couple and family.
    expect(one.levelPrices).toEqual({
      field: 'level',
      rows: [
        { people: [], perMonth: [8.5, 13.75, 21.9, 34.6] },
        { people: [partner], perMonth: [17, 27.5, 43.8, 69.2] },
        { people: [partner, child], perMonth: [24.65, 39.88, 63.51, 100.34] },
      ],
    })
  })

  it('have all fields of benefits and selections that screens read [DATA-19] [DATA-20] [DATA-21]', async () => {
    const benefits = await get<BenefitView[]>(amelia, 'benefits/user/eligible')
    const ofBenefit = (
      'benefitId selection beamSupported termsAndConditionsShown terms groupCode faqs related links cta name summary ' +
      'description imageUrl category groupId needsApproval openInProbation freeCoverLimit claim'
    ).split(' ')
    const ofSelection = (
      'selectionId temporarySelection status statusLabel planDetails peopleCovered ' +
      'costsSummaryForMonthlyCostSection cta endDate editFields fieldStatus'
    ).split(' ')
    for (const benefit of benefits) expect(Object.keys(benefit)).toEqual(expect.arrayContaining(ofBenefit))
    const held = benefits.flatMap(({ selection }) => selection ?? [])
    expect(held.length).toBeGreaterThan(0)
    for (const selection of held) expect(Object.keys(selection)).toEqual(expect.arrayContaining(ofSelection))
    const medical = benefits.find(({ code }) => code === 'private-medical')
    expect(medical?.description).not.toBe('')
    expect(medical).toMatchObject({
      beamSupported: false,
      termsAndConditionsShown: true,
      needsApproval: false,
      freeCoverLimit: null,
      claim: { phone: expect.any(String) },
      selection: { status: 'active', endDate: null, editFields: expect.any(Array), fieldStatus: expect.any(Object) },
    })
  })

  it('have a free cover limit only if the benefit definition has one [BENEFIT-32]', async () => {
    const benefits = await get<BenefitView[]>(amelia, 'benefits/user/eligible')
    const limits = benefits.filter(({ freeCoverLimit }) => freeCoverLimit !== null)
    expect(Object.fromEntries(limits.map(({ code, freeCoverLimit }) => [code, freeCoverLimit]))).toMatchObject({
      'life-assurance': 250_000,
    })
    expect(limits.length).toBeLessThan(benefits.length)
  })

  it('list the covered people that were chosen', async () => {
    const medical = await benefitOf(amelia, 'private-medical')
    expect(medical.selection?.peopleCovered).toEqual([
      { name: 'Tom Hart', relationship: 'Partner' },
      { name: 'Maisie Hart', relationship: 'Dependant' },
    ])
  })

  it('omit the names of family members while an employer views the portal as the employee [S-53]', async () => {
    const { benefitId, selection } = await benefitOf(amelia, 'private-medical')
    const { id: personId } = await get<{ id: string }>(amelia, 'user')
    const employer = { token: await world.signIn('grace.lin'), password: worldPassword }
    const view = await viewByEmployer(world, { ...employer, personId })
    const calls = [
      'benefits/user/eligible',
      `selection/${selection?.selectionId}`,
      `benefit/${benefitId}/with-selection`,
      'user/selections/mtb/page',
    ]
    for (const url of calls) {
      const own = await world.request({ url: `/api/v1/${url}`, token: amelia })
      const seen = await inView(world, view, { url: `/api/v1/${url}` })
      expect([url, own.statusCode, seen.statusCode]).toEqual([url, 200, 200])
      expect([url, own.body]).toEqual([url, expect.stringMatching(/Tom|Maisie/)])
      expect(seen.body).not.toMatch(/Tom|Maisie/)
    }
    const medical = (await inView(world, view, { url: '/api/v1/benefits/user/eligible' }))
      .json<BenefitView[]>()
      .find(({ code }) => code === 'private-medical')
    expect(medical?.selection?.peopleCovered).toEqual([
      { name: 'Name hidden', relationship: 'Partner' },
      { name: 'Name hidden', relationship: 'Dependant' },
    ])
  })

  it('describe their fields: levels with prices, numbers with limits, family members', async () => {
    const dental = await benefitOf(amelia, 'dental')
    expect(dental.setupFields.map((field) => field.input)).toMatchObject([
      {
        kind: 'options',
        options: [
          { value: 'level-1', perMonth: 8.5 },
          { value: 'level-2', perMonth: 13.75 },
          { value: 'level-3' },
          { value: 'level-4' },
        ],
      },
      {
        kind: 'people',
        people: [
          { label: 'Tom Hart', relationship: 'partner' },
          { label: 'Maisie Hart', relationship: 'dependant' },
        ],
      },
      { kind: 'options', options: [{ value: 'yes' }, { value: 'no' }, { value: 'not-known' }] },
    ])
    const bicycle = await benefitOf(amelia, 'cycle-to-work')
    expect(bicycle.setupFields[0]?.input).toEqual({ kind: 'number', unit: 'pounds', min: 100, max: 3000, step: 50 })
    // Cover is 5 times salary at the start of the year. An increase by one step a year is allowed.
    const life = await benefitOf(amelia, 'life-assurance')
    expect(life.setupFields[0]?.input).toMatchObject({ min: 4, max: 6 })
  })

  it('link to opting out only if the scheme allows opting out [BENEFIT-35]', async () => {
    const gym = await benefitOf(amelia, 'gym')
    expect(gym.links).toContainEqual({ type: 'opt-out', label: 'Opt out', url: null })
    expect(gym.allowedActions).toEqual(['manage', 'change-cover', 'opt-out', 'claim', 'statement'])
    const life = await benefitOf(amelia, 'life-assurance')
    expect(life.links.filter((link) => link.type === 'opt-out')).toEqual([])
    expect(life.allowedActions).not.toContain('opt-out')
    expect(await get(amelia, `benefits/${gym.benefitId}/allowed-actions`)).toEqual(gym.allowedActions)
  })

  it('cannot be chosen, changed or left if that action is not listed [BENEFIT-20]', async () => {
    const tried = new Set<string>()
    for (const [name, token] of Object.entries({ amelia, ben, elif })) {
      for (const { benefitId, code, allowedActions, selection, setupFields } of await get<BenefitView[]>(
        token,
        'benefits/user/eligible',
      )) {
        const ask = async (method: 'POST' | 'PATCH', url: string, body: object) =>
          (await world.request({ method, url: `/api/v1/${url}`, token, body })).json<{ code: string }>().code
        const asked = setupFields.flatMap(({ name: field, initial }) => (initial === null ? [] : [[field, initial]]))
        const values = selection?.values ?? Object.fromEntries(asked)
        const calls = {
          setup: () => ask('POST', `benefit/${benefitId}/selection`, { values }),
          'change-cover': () => ask('PATCH', `benefit/${benefitId}/selection`, { values }),
          ...(selection && {
            'opt-out': () => ask('PATCH', `selection/${selection.selectionId}`, { status: 'opted-out' }),
          }),
        }
        for (const [action, call] of Object.entries(calls)) {
          // The action is one of the six names above.
          if (allowedActions.includes(action as (typeof allowedActions)[number])) continue
          tried.add(`${name} ${action}`)
          expect([name, code, action, await call()]).toEqual([
            name,
            code,
            action,
            expect.stringMatching(/^not-(selectable|in-this-state)$/),
          ])
        }
      }
    }
    expect([...tried].toSorted()).toEqual([
      'amelia change-cover',
      'amelia opt-out',
      'amelia setup',
      'ben change-cover',
      'ben setup',
      'elif change-cover',
      'elif setup',
    ])
  })

  it('are listed during probation with the reason and first day, without actions [BENEFIT-07]', async () => {
    const holiday = await benefitOf(ben, 'holiday-trading')
    expect(holiday.availability).toEqual({
      available: false,
      cause: 'probation',
      reason: 'Opens on 17 March 2027, when your probation ends. You can choose this when the next window opens',
      opensOn: '2027-03-17',
      closesOn: null,
      daysLeft: null,
    })
    expect([holiday.allowedActions, holiday.cta, holiday.openInProbation]).toEqual([[], null, false])
    expect((await benefitOf(ben, 'gym')).availability.available).toBe(true)
  })

  it('can be read, but not changed, by leavers', async () => {
    const benefits = await get<BenefitView[]>(elif, 'benefits/user/eligible')
    expect(benefits).toHaveLength(15)
    expect(new Set(benefits.map((benefit) => benefit.availability.cause))).toEqual(new Set(['employment']))
    expect(benefits.flatMap((benefit) => benefit.allowedActions).filter((action) => action !== 'statement')).toEqual([])
  })
})

describe('account without personal details', () => {
  it('has no scheme and no benefits, without errors', async () => {
    const clientId = (await get<{ client: { id: ClientId } }>(amelia, '../login/setup')).client.id
    const scheme = await inClient(world.database.db, clientId, async (tx, { today }) => {
      const { person_id: personId } = await tx
        .insertInto('account')
        .values({ client_id: clientId, email: 'bare@demo.example', user_type: 'employer', state: 'active' })
        .returning('person_id')
        .executeTakeFirstOrThrow()
      return loadPersonScheme(tx, clientId, { personId, today })
    })
    expect(scheme).toBeUndefined()
  })
})

describe('one benefit', () => {
  it('can be read with or without its selection, and the selection can be read alone; all replies have the allowed actions [BENEFIT-08] [BENEFIT-12]', async () => {
    const gym = await benefitOf(amelia, 'gym')
    const { levelPrices, ...shared } = await get<BenefitView>(amelia, `benefit/${gym.benefitId}/with-selection`)
    expect(levelPrices?.rows).not.toEqual([])
    expect(shared).toEqual(gym)
    expect(await get(amelia, `benefit/${gym.benefitId}`)).toEqual({ ...gym, selection: null })
    expect(gym.allowedActions).not.toEqual([])
    expect(await get(amelia, `benefits/${gym.benefitId}/allowed-actions`)).toEqual(gym.allowedActions)
    expect(await get(amelia, `benefit/${gym.benefitId}/selection`)).toEqual(gym.selection)
    expect(await get(amelia, `selection/${gym.selection?.selectionId}`)).toEqual(gym.selection)
    const dental = await benefitOf(amelia, 'dental')
    expect(
      (await world.request({ url: `/api/v1/benefit/${dental.benefitId}/selection`, token: amelia })).statusCode,
    ).toBe(404)
  })

  it.each([
    'benefit/{id}',
    'benefit/{id}/with-selection',
    'benefit/{id}/selection',
    'benefit/{id}/related_FAQ',
    'benefit/{id}/related_benefits',
    'benefits/{id}/allowed-actions',
    'selection/{selection}',
  ])('is read by the call %s [BENEFIT-11]', async (path) => {
    const gym = await benefitOf(amelia, 'gym')
    const url = `/api/v1/${path.replace('{id}', gym.benefitId).replace('{selection}', gym.selection?.selectionId ?? '')}`
    expect((await world.request({ url, token: amelia })).statusCode).toBe(200)
    const other = `/api/v1/${path.replace('{id}', gym.selection?.selectionId ?? '').replace('{selection}', gym.benefitId)}`
    expect((await world.request({ url: other, token: amelia })).statusCode).toBe(404)
  })

  it('has questions and related benefits', async () => {
    const dental = await benefitOf(amelia, 'dental')
    expect(await get(amelia, `benefit/${dental.benefitId}/related_FAQ`)).toEqual(dental.faqs)
    const related = await get<{ benefitId: string; name: string }[]>(
      amelia,
      `benefit/${dental.benefitId}/related_benefits`,
    )
    expect(related.map((one) => one.benefitId)).toEqual(dental.related)
    expect(related.length).toBeGreaterThan(0)
  })

  it('can be filtered by category [BENEFIT-04]', async () => {
    const filters = await get<{ id: string; label: string }[]>(amelia, 'benefits/filters')
    const categories = new Set(
      (await get<BenefitView[]>(amelia, 'benefits/user/eligible')).map((benefit) => benefit.category),
    )
    expect(new Set(filters.map((filter) => filter.id))).toEqual(categories)
    expect(filters).toContainEqual({ id: 'time-off', label: 'Time off' })
  })

  it('has terms, which are accepted in the version that was shown [BENEFIT-41] [BENEFIT-43]', async () => {
    const gym = await benefitOf(ben, 'gym')
    const [term] = gym.terms
    if (!term) throw new Error('The gym has no terms')
    expect(term.accepted).toBe(false)
    const accept = (body: unknown) =>
      world.request({ method: 'PATCH', url: `/api/v1/benefit/${gym.benefitId}/terms`, token: ben, body })
    expect((await accept({ termId: term.id, version: term.version + 1, accepted: true })).json().code).toBe(
      'changed-meanwhile',
    )
    expect((await accept({ termId: 'other-terms', version: term.version, accepted: true })).statusCode).toBe(404)
    expect((await accept({ termId: term.id, version: term.version, accepted: false })).statusCode).toBe(422)
    const answer = (await accept({ termId: term.id, version: term.version, accepted: true })).json()
    const { terms } = await get<{ terms: Record<string, { content: string; version: number; accepted: boolean }> }>(
      ben,
      `benefit/${gym.benefitId}/terms`,
    )
    expect(terms[term.id]).toMatchObject({ version: term.version, accepted: true })
    expect(terms[term.id]?.content).not.toBe('')
    expect(answer).toEqual({ status: 'ok', terms: { [term.id]: terms[term.id] } })
    expect((await benefitOf(elif, 'gym')).terms[0]?.accepted).toBe(false)
  })
})
