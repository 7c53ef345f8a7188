import { describe, expect, inject, it } from 'vitest'
import { accountOf } from '../../tests/harness/accounts.ts'
import { withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { employee } from '../../tests/harness/employee.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { Basket } from '../basket/basket.contract.ts'
import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { choiceMessages } from '../../domain/selections/choice.messages.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import type { DoubleCoverRow } from './double-cover.contract.ts'
import { doubleCoverMessages } from './double-cover.messages.ts'
import { partnerElsewhereMessages as say } from '../../domain/selections/partner-cover-elsewhere.messages.ts'
import { partnerElsewhere } from '../../domain/selections/partner-cover-elsewhere.rules.ts'

const world = await startWorld({ people: 'of one client' })
await world.database.rows(
  `insert into terms_acceptance (client_id, person_id, revision, accepted_at)
   select account.client_id, account.person_id, terms_revision, app.now() from account join client using (client_id)
   where client.code = 'demo' on conflict do nothing`,
)

async function as(name: string) {
  const { token, send: ask, find, tryToChoose } = await employee(world, name)
  const choose = async (code: string, values: SetupValues, more = {}) => {
    const answer = await tryToChoose(code, values, more)
    return { status: answer.statusCode, errors: answer.json().errors, selection: answer.json<SelectionView>() }
  }
  const addPartner = async (partner: object) => {
    const { personId } = await accountOf(world.database, name)
    const answer = await ask('POST', `user/${personId}/family-members`, partner)
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { status: 'ok' }])
  }
  return { token, ask, find, choose, addPartner }
}

const question = ({ setupFields }: BenefitView) => setupFields.find(({ name }) => name === partnerElsewhere)

const partnerIn = ({ setupFields }: BenefitView) =>
  setupFields
    .flatMap(({ input }) => (input.kind === 'people' ? input.people : []))
    .flatMap(({ value, relationship }) => (relationship === 'partner' ? [value] : []))

const person = (firstName: string, surname: string, born: string) => ({
  title: 'Mx',
  first_name: firstName,
  surname,
  date_of_birth: born,
  sex: 'female',
  fmember_type: 1,
  education: null,
  education_check: true,
})

async function coveredTwice(name = 'grace.lin') {
  const answer = await world.request({
    url: `/api/v2/client/${(await accountOf(world.database, name)).clientId}/partners-covered-twice`,
    token: await world.signIn(name),
  })
  return { status: answer.statusCode, rows: answer.json<DoubleCoverRow[]>() }
}

const linesOf = ({ rows }: { rows: DoubleCoverRow[] }) =>
  rows.map(({ employeeName, benefitName, otherCover }) => [employeeName, benefitName, otherCover])

const answersOf = (email: string, code: string) =>
  world.database.rows<{ action: string; people: number; answer: string | null }>(
    `select version.action, jsonb_array_length(people_covered) as people, choice ->> 'partnerElsewhere' as answer
     from selection_version as version
     join selection on selection.client_id = version.client_id and selection.id = selection_id
     join benefit_code as benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
     join account on account.client_id = selection.client_id and account.person_id = selection.person_id
     where email = $1 and benefit.code = $2
     order by version.version`,
    [`${email}@demo.example`, code],
  )

describe('partner who may have other cover', () => {
  it('leads to the same question in every benefit that covers partners, as soon as a partner is chosen', async () => {
    const amelia = await as('amelia.hart')
    const benefits = await Promise.all(['dental', 'critical-illness', 'private-medical'].map(amelia.find))
    const [dental] = benefits
    expect(benefits.map((benefit) => question(benefit)?.label)).toEqual([say.label, say.label, say.label])
    expect(dental && question(dental)).toMatchObject({
      required: true,
      step: 'people',
      onlyWhen: { option: 'covered', is: dental && partnerIn(dental) },
      input: { options: [{ label: 'Yes' }, { label: 'No' }, { label: 'I don’t know' }] },
    })
    expect(question(await (await as('dan.murphy')).find('dental'))).toBeUndefined()
  })

  it('needs an answer before cover is confirmed, but not for a price or a draft', async () => {
    const amelia = await as('amelia.hart')
    const dental = await amelia.find('dental')
    const covered = partnerIn(dental)
    const values = { level: 'level-1', covered }
    expect(await amelia.choose('dental', values)).toMatchObject({
      status: 422,
      errors: { [partnerElsewhere]: [say.required] },
    })
    expect((await amelia.choose('dental', { ...values, [partnerElsewhere]: 'perhaps' })).errors).toEqual({
      [partnerElsewhere]: [choiceMessages.unknownLevel],
    })
    expect((await amelia.choose('dental', { level: 'level-1', covered: [], [partnerElsewhere]: 'no' })).errors).toEqual(
      {
        [partnerElsewhere]: [choiceMessages.notAsked],
      },
    )
    expect((await amelia.ask('POST', `benefit/${dental.benefitId}/quote`, { values })).statusCode).toBe(200)
    expect(await amelia.choose('dental', values, { draft: true })).toMatchObject({ status: 201 })
    const { items } = (await amelia.ask('GET', 'user/basket')).json<Basket>()
    expect(items.map(({ problem }) => problem?.errors)).toEqual([{ [partnerElsewhere]: [say.required] }])
  })

  it("is shown in the selection's details and costs the same; if the answer is yes, the employer's list contains the partner", async () => {
    const amelia = await as('amelia.hart')
    const dental = await amelia.find('dental')
    const values = { level: 'level-1', covered: partnerIn(dental) }
    const { status, selection } = await amelia.choose('dental', { ...values, [partnerElsewhere]: 'yes' })
    expect(status).toBe(200)
    expect(selection).toMatchObject({
      values: { ...values, [partnerElsewhere]: 'yes' },
      planDetails: [
        { label: 'Level of cover', value: 'Level 1' },
        { label: say.detail, value: 'Yes' },
      ],
    })
    const quote = await amelia.ask('POST', `benefit/${dental.benefitId}/quote`, { values })
    expect(selection.price?.employee).toEqual(quote.json().price.employee)
    // Members with imported medical insurance were never asked whether their spouse has other cover.
    expect(linesOf(await coveredTwice())).toEqual([['Amelia Hart', 'Dental insurance', doubleCoverMessages.answer]])
    expect((await coveredTwice('amelia.hart')).status).toBe(403)
  })

  it("is on the employer's list if the partner is an employee with the same benefit, once for each couple", async () => {
    const [ben, dan] = [await as('ben.osei'), await as('dan.murphy')]
    const listed = async () => linesOf(await coveredTwice()).filter(([name]) => name !== 'Amelia Hart')
    await ben.addPartner(person('DAN', 'Murphy', '1984-08-30'))
    const covered = partnerIn(await ben.find('dental'))
    expect(await ben.choose('dental', { level: 'level-1', covered, [partnerElsewhere]: 'no' })).toMatchObject({
      status: 201,
    })
    expect(await listed()).toEqual([['Ben Osei', 'Dental insurance', doubleCoverMessages.employee]])
    await dan.addPartner(person('Ben', 'Osei', '1999-11-02'))
    const his = partnerIn(await dan.find('dental'))
    expect(await dan.choose('dental', { level: 'level-1', covered: his, [partnerElsewhere]: 'yes' })).toMatchObject({
      status: 200,
    })
    expect(await listed()).toEqual([['Dan Murphy', 'Dental insurance', doubleCoverMessages.employee]])
  })

  it('leads to the question if the partner is added after a wedding, and the answer is stored with the choice', async () => {
    const henry = await as('henry.cole')
    await henry.choose('dental', { level: 'level-1', covered: [] })
    const told = await henry.ask('POST', 'client/life-events', {
      lifeEventId: 'marriage',
      eventDate: '2026-11-12',
      familyMember: person('Sam', 'Cole', '1985-01-01'),
    })
    expect(told.statusCode).toBe(201)
    const values = { level: 'level-2', covered: partnerIn(await henry.find('dental')) }
    expect((await henry.choose('dental', values)).errors).toEqual({ [partnerElsewhere]: [say.required] })
    expect((await henry.choose('dental', { ...values, [partnerElsewhere]: 'not-known' })).status).toBe(200)
    expect(await answersOf('henry.cole', 'dental')).toMatchObject([
      { people: 0, answer: null },
      { people: 1, answer: 'not-known' },
    ])
  })

  it('can be answered differently in each choice, and the answer continues in the next scheme year', async () => {
    const amelia = await as('amelia.hart')
    const covered = partnerIn(await amelia.find('dental'))
    await amelia.choose('dental', { level: 'level-1', covered, [partnerElsewhere]: 'no' })
    expect(linesOf(await coveredTwice()).map(([name]) => name)).toEqual(['Dan Murphy'])
    await world.database.moveTo('2027-03-20T09:00:00Z')
    await withChangedFolder(inject('demoOfFew'), nextYear(), async (folder) => {
      expect(await applyScheme(world.database.db, { folder, secrets })).toHaveProperty('applied')
    })
    await world.database.moveTo('2027-04-06T06:00:00Z')
    await runDaily(world)
    expect((await answersOf('amelia.hart', 'dental')).at(-1)).toEqual({ action: 'renew', people: 1, answer: 'no' })
    expect((await answersOf('amelia.hart', 'private-medical')).at(-1)).toMatchObject({ action: 'renew', answer: null })
  })
})
