import { describe, expect, it } from 'vitest'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { formMessages } from '../../contract/messages.ts'
import { inClient } from '../../database/database.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { inView, viewByOperator } from '../../tests/harness/views.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { benefitRefusals } from '../../domain/selections/benefit-refusals.messages.ts'
import { recalculateForFacts } from '../../services/recalculation/recalculate.queries.ts'
import { decideOnCover, underwriterCase, type ProviderDecision } from './operator-commands.server.ts'
import type { MedicalQuestions } from './medical.contract.ts'
import { removalJobs } from '../../server/removal-jobs.ts'
import { askForAnswers } from './medical.jobs.ts'
import { listPendingCoverOfClient } from './pending-cover.queries.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'

const world = await startWorld()
const amelia: Person = await as('amelia.hart')
const isla: Person = await as('isla.reid')
const grace = await world.signIn('grace.lin')

type Person = Awaited<ReturnType<typeof as>>

async function as(name: string) {
  const token = await world.signIn(name)
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers = {}) =>
    world.request({ method, url: `/api/v1/${path}`, token, headers, ...(body !== undefined && { body }) })
  const list = (await send('GET', 'benefits/user/eligible')).json<BenefitView[]>()
  const idOf = (code: string) => list.find((one) => one.code === code)?.benefitId ?? ''
  await acceptTerms(world, token, ...list)
  return {
    token,
    send,
    idOf,
    read: async (code: string) => (await send('GET', `benefit/${idOf(code)}/with-selection`)).json<BenefitView>(),
    choose: (code: string, values: SetupValues, more: object = {}, method: 'POST' | 'PATCH' = 'PATCH') =>
      send(method, `benefit/${idOf(code)}/selection`, { values, ...more }),
    quote: async (code: string, values: SetupValues) =>
      (await send('POST', `benefit/${idOf(code)}/quote`, { values })).json(),
    questions: async (code: string) =>
      (await send('GET', `benefit/${idOf(code)}/medical-questions`)).json<MedicalQuestions>(),
    answer: (code: string, answers: Record<string, unknown>, more: object = {}, headers = {}) =>
      send('POST', `benefit/${idOf(code)}/medical-questions`, { answers, ...more }, headers),
  }
}

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
const moveTo = (date: string) => world.database.moveTo(date)
const kept = () => rows<{ sealed: string }>('select * from medical_answer')
const life = 'life-assurance'
const both = { absence: true, treatment: false }

/** Returns one month's deductions in pence for the given pay code. */
async function takenIn(month: string, payCode: string): Promise<number[]> {
  const taken = await rows<{ employee: number }>(
    `select d.employee_pence::integer as employee
     from deduction d
     join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
     join account a on a.client_id = d.client_id and a.person_id = d.person_id
     where p.label = $1 and d.pay_code = $2 and a.email = 'amelia.hart@demo.example'`,
    [month, payCode],
  )
  return taken.map(({ employee }) => employee)
}

async function decide(person: Person, accepts: ProviderDecision['accepts'], code = life) {
  const { selection } = await person.read(code)
  const email = person === amelia ? 'amelia.hart@demo.example' : 'isla.reid@demo.example'
  // The person has a selection of the requested benefit.
  const selectionId = selection?.selectionId ?? ('' as SelectionId)
  return decideOnCover(world.database.db, world.serverSecret, {
    email,
    selectionId,
    accepts,
    reference: 'HM-4711',
    operator: 'Olu',
  })
}

async function toldOfDecisions(): Promise<number> {
  return (await rows(`select from mail where kind = 'provider-answered'`)).length
}

async function earns(name: string, salary: bigint): Promise<void> {
  await recordFact(world, { of: name, fact: 'benefit-salary', value: String(salary) })
  const [whose] = await rows<{ clientId: ClientId; personId: PersonId; today: string }>(
    `select client_id as "clientId", person_id as "personId", app.today()::text as today from account where email = $1`,
    [`${name}@demo.example`],
  )
  if (!whose) throw new Error(`${name} has no account`)
  await inClient(world.database.db, whose.clientId, (tx, { today }) =>
    recalculateForFacts(tx, whose.clientId, { changed: new Map([[whose.personId, today]]), today }),
  )
}

async function askForAnswersAgain(): Promise<void> {
  await rows('delete from daily_run')
  await runDaily(world, [askForAnswers(world.serverSecret)])
}

describe('medical questions of a benefit', () => {
  it('come from the scheme, at first without answers, later with the stored answers [BENEFIT-45] [BENEFIT-46]', async () => {
    const { questions, version } = await amelia.questions(life)
    expect(questions.map(({ id, answer }) => [id, answer])).toEqual([
      ['absence', null],
      ['treatment', null],
    ])
    expect((await amelia.read(life)).medicalQuestions).toBe('open')
    const answered = await amelia.answer(life, both, { version })
    expect([answered.statusCode, answered.json()]).toEqual([200, { status: 'ok' }])
    expect((await amelia.questions(life)).questions.map(({ answer }) => answer)).toEqual([true, false])
    expect((await amelia.read(life)).medicalQuestions).toBe('answered')

    const [yes] = await kept()

    const phone = await as('amelia.hart')
    await phone.answer(life, { absence: false, treatment: false })
    expect((await amelia.questions(life)).questions.map(({ answer }) => answer)).toEqual([false, false])
    const [no, ...more] = await kept()
    expect(more).toEqual([])
    expect([no?.sealed.length, no?.sealed === yes?.sealed]).toEqual([yes?.sealed.length, false])
  })

  it('must all be answered with yes or no; a refusal names the missing answers [BENEFIT-46]', async () => {
    const missing = await amelia.answer(life, { treatment: true })
    expect([missing.statusCode, missing.json().code, missing.json().errors]).toEqual([
      422,
      'invalid-choice',
      { absence: [formMessages.required] },
    ])
    expect((await amelia.answer(life, { ...both, absence: 'perhaps' })).statusCode).toBe(422)
    expect((await amelia.answer(life, { ...both, more: 'a bad back' })).statusCode).toBe(422)
    expect((await amelia.questions(life)).questions.map(({ answer }) => answer)).toEqual([false, false])
  })

  it('cannot be answered in an outdated version, or if the benefit has no questions', async () => {
    const other = await amelia.answer(life, both, { version: 'of-another-day' })
    expect([other.statusCode, other.json().code]).toEqual([409, 'changed-meanwhile'])
    expect((await amelia.answer(life, { ...both, smoker: true })).json().code).toBe('changed-meanwhile')
    const dental = amelia.idOf('dental')
    for (const id of [dental, crypto.randomUUID()])
      for (const asked of [
        amelia.send('GET', `benefit/${id}/medical-questions`),
        amelia.send('POST', `benefit/${id}/medical-questions`, { answers: both }),
      ])
        expect((await asked).statusCode).toBe(404)
  })

  it('can be read by the person only: answers are encrypted, and never shown to an employer or in the audit [S-53] [S-84]', async () => {
    expect((await isla.questions(life)).questions.map(({ answer }) => answer)).toEqual([null, null])
    const [row] = await kept()
    expect(row?.sealed).toMatch(/^2\.[^.]+\.[\w-]{60,}$/)
    expect(JSON.stringify(row)).not.toMatch(/absence|treatment|false|true/)

    const view = await viewByOperator(world, 'amelia.hart@demo.example')
    const url = `/api/v1/benefit/${amelia.idOf(life)}/medical-questions`
    expect((await inView(world, view, { url })).statusCode).toBe(403)
    const events = await rows<{ entry: string }>(
      `select entry from audit_event where action = 'medical-questions.answered'`,
    )
    expect(events).toHaveLength(2)
    for (const { entry } of events) expect(entry).not.toMatch(/absence|treatment/)
  })

  it('store no hash of the answers, even if the request has an idempotency key [S-84]', async () => {
    const key = { 'idempotency-key': 'answers-of-one-morning' }
    expect((await amelia.answer(life, both, {}, key)).statusCode).toBe(200)
    expect((await amelia.answer(life, both, {}, key)).statusCode).toBe(200)
    expect(await rows(`select 1 from idempotency_key where key = $1`, [key['idempotency-key']])).toEqual([])
  })
})

describe('cover above the free cover limit', () => {
  it('cannot be confirmed before the questions are answered, and stays a draft', async () => {
    const critical = 'critical-illness'
    const values = { multiple: 5, smoker: 'no', covered: [] }
    expect(await amelia.quote(critical, values)).toMatchObject({
      medicalQuestions: true,
      price: { cover: 225_000, coverNow: 200_000, evidence: 'awaited' },
    })
    expect((await amelia.choose(critical, values, { draft: true })).json<SelectionView>().status).toBe('draft')
    const refused = await amelia.choose(critical, values)
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      403,
      'medical-questions-required',
      benefitRefusals.questionsNotAnswered,
    ])
    expect((await amelia.read(critical)).selection).toMatchObject({ status: 'draft', values: { multiple: 5 } })
  })

  it('needs no answers after it is reduced to the limit; stored answers are deleted', async () => {
    const critical = 'critical-illness'
    await amelia.answer(critical, { diagnosis: false, family: true })
    expect((await amelia.quote(critical, { multiple: 4, smoker: 'no', covered: [] })).medicalQuestions).toBe(false)
    const lower = await amelia.choose(critical, { multiple: 4, smoker: 'no', covered: [] })
    expect(lower.json()).toMatchObject({ status: 'active' })
    expect((await amelia.read(critical)).medicalQuestions).toBe('open')
  })

  it('awaits the provider, while cover up to the limit is in force and charged [BENEFIT-31] [BENEFIT-32]', async () => {
    const chosen = await amelia.choose(life, { multiple: 6 })
    expect(chosen.json()).toMatchObject({
      status: 'pended',
      statusLabel: 'Awaiting medical evidence',
      price: { cover: 270_000, coverNow: 250_000, evidence: 'awaited' },
    })
    // 70,000 above core cover at 0.78 a year per £1,000 is £54.60 a year, £4.55 a month.
    expect(await takenIn('December 2026', 'LIFEFX')).toEqual([455])
    await askForAnswersAgain()
    expect(await mailsOf(world, 'amelia.hart@demo.example')).not.toContainEqual(
      expect.objectContaining({ kind: 'answers-wanted' }),
    )
  })

  it('shows the employer only that medical evidence is awaited [S-53]', async () => {
    const [whose] = await rows<{ client: string; person: string }>(
      `select client_id as client, person_id as person from account where email = 'amelia.hart@demo.example'`,
    )
    const detail = await world.request({ url: `/api/client/${whose?.client}/employees/${whose?.person}`, token: grace })
    expect(detail.json().selections).toContainEqual(
      expect.objectContaining({ benefitName: 'Life assurance', statusLabel: 'Awaiting medical evidence' }),
    )
    expect(detail.body).not.toMatch(/absence|treatment|off work/)
  })

  it('is exported with the answers for the underwriter, which is audited without the answers', async () => {
    expect(await listPendingCoverOfClient(world.database.db, { client: 'demo' })).toContainEqual(
      expect.objectContaining({ email: 'amelia.hart@demo.example', benefit: 'Life assurance', isAnswered: true }),
    )
    const [found] = await underwriterCase(world.database.db, world.serverSecret, {
      email: 'amelia.hart@demo.example',
      operator: 'Olu',
    })
    expect(found).toMatchObject({
      client: 'demo',
      cover: { selected: '27000000', effective: '25000000' },
      partnerCover: null,
    })
    expect(found?.answers?.answers.map(({ code, answer }) => [code, answer])).toEqual(Object.entries(both))
    const [event] = await rows<{ entry: string }>(`select entry from audit_event where action = 'medical-answers.read'`)
    expect(event?.entry).toContain('operator olu')
    expect(event?.entry).not.toMatch(/absence|treatment/)
  })

  it('is listed with a note if the benefit has no medical questions', async () => {
    const told = async () => {
      const waiting = await listPendingCoverOfClient(world.database.db, { client: 'demo' })
      const { isAnswered, isAsked } = waiting?.find(({ email }) => email === 'amelia.hart@demo.example') ?? {}
      return { isAnswered, isAsked }
    }
    const renamed = (from: string, to: string) =>
      world.database.changeScheme(
        `update benefit set definition = jsonb_set(definition - '${from}', '{${to}}', definition -> '${from}')
         where code = $1 and definition -> '${from}' is not null`,
        [life],
      )
    expect(await told()).toEqual({ isAnswered: true, isAsked: true })
    await renamed('medical', 'asked-once')
    expect(await told()).toEqual({ isAnswered: false, isAsked: false })
    await renamed('asked-once', 'medical')
    expect(await told()).toEqual({ isAnswered: true, isAsked: true })
  })

  it('cannot be listed for a client that does not exist', async () => {
    expect(await listPendingCoverOfClient(world.database.db, { client: 'plain' })).toEqual([])
    expect(await listPendingCoverOfClient(world.database.db, { client: 'nowhere' })).toBeUndefined()
  })

  it('exports nothing and writes no audit event if no cover is awaiting the provider', async () => {
    const read = () => rows(`select entry from audit_event where action = 'medical-answers.read'`)
    const before = await read()
    const asked = { email: 'grace.lin@demo.example', operator: 'Olu' }
    expect(await underwriterCase(world.database.db, world.serverSecret, asked)).toEqual([])
    expect(await read()).toEqual(before)
  })

  it('is fully in force once the provider accepts it, is decided only once, and changes the deductions', async () => {
    const twice = await Promise.all([decide(amelia, 'all'), decide(amelia, 'all')])
    expect(twice.map(({ step }) => step).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['decided', 'nothing-waits'])
    expect((await amelia.read(life)).selection).toMatchObject({
      status: 'active',
      effectiveFrom: '2026-12-01',
      price: { cover: 270_000, coverNow: 270_000, evidence: 'not-needed', employee: { perMonth: 5.85, perYear: 70.2 } },
    })
    expect(await takenIn('December 2026', 'LIFEFX')).toEqual([585])
    expect(await kept()).toEqual([])
    expect(await toldOfDecisions()).toBe(1)
    const [event] = await rows<{ entry: string }>(
      `select entry from audit_event where action = 'medical-evidence.accepted'`,
    )
    expect(event?.entry).toContain('HM-4711')
  })

  it('stays accepted when the same cover is chosen again; only additional cover awaits a decision', async () => {
    expect(await amelia.quote(life, { multiple: 6 })).toMatchObject({ medicalQuestions: false })
    expect((await amelia.choose(life, { multiple: 6 })).json().status).toBe('active')
    await earns('amelia.hart', 46_000_00n)
    const higher = (await amelia.read(life)).selection
    expect(higher).toMatchObject({
      status: 'pended',
      price: { cover: 276_000, coverNow: 270_000, evidence: 'awaited' },
    })
  })

  it('causes one mail to a person whose answers are needed after a pay rise', async () => {
    const email = 'amelia.hart@demo.example'
    const asked = async () => (await mailsOf(world, email)).filter(({ kind }) => kind === 'answers-wanted')
    await askForAnswersAgain()
    const { benefitId } = await amelia.read(life)
    expect(await asked()).toMatchObject([{ to: email, data: { benefit: 'Life assurance', benefitId, from: null } }])
    // Sent mail is deleted after a while, but the record of the notice stays.
    await rows(`delete from mail where kind = 'answers-wanted'`)
    await askForAnswersAgain()
    expect(await asked()).toEqual([])
  })

  it('causes another mail if the questions change, because that makes the answers invalid', async () => {
    const email = 'amelia.hart@demo.example'
    const asked = async () => (await mailsOf(world, email)).filter(({ kind }) => kind === 'answers-wanted').length
    const answered = async () => {
      const waiting = await listPendingCoverOfClient(world.database.db, { client: 'demo' })
      return waiting?.find((one) => one.email === email)?.isAnswered
    }
    expect((await amelia.answer(life, both)).statusCode).toBe(200)
    await askForAnswersAgain()
    expect([await asked(), await answered()]).toEqual([0, true])
    const [before] = await rows<{ definition: object }>('select definition from benefit where id = $1', [
      amelia.idOf(life),
    ])
    const reword = (words: string) =>
      world.database.changeScheme(
        `update benefit set definition = jsonb_set(definition, '{medical,questions,0,question}', $1) where id = $2`,
        [JSON.stringify(words), amelia.idOf(life)],
      )
    await reword('Have you been off work for two weeks or more?')
    await askForAnswersAgain()
    await askForAnswersAgain()
    expect([await asked(), await answered()]).toEqual([1, false])
    await reword('Have you been off work for three weeks or more?')
    await askForAnswersAgain()
    expect(await asked()).toBe(2)
    await world.database.changeScheme('update benefit set definition = $1 where id = $2', [
      before?.definition,
      amelia.idOf(life),
    ])
    await askForAnswersAgain()
    expect([await asked(), await answered()]).toEqual([2, true])
  })

  it('causes no second mail about the same questions, but a mail about other questions', async () => {
    const email = 'amelia.hart@demo.example'
    const asked = async () => (await mailsOf(world, email)).filter(({ kind }) => kind === 'answers-wanted').length
    await rows(`delete from mail where kind = 'answers-wanted'`)
    await rows('delete from medical_answer')
    await rows(`delete from notice_sent where about like 'answers to %' and about not like $1`, [
      `answers to ${(await amelia.questions(life)).version} %`,
    ])
    await askForAnswersAgain()
    await askForAnswersAgain()
    expect(await asked()).toBe(0)
    const [before] = await rows<{ definition: object }>('select definition from benefit where id = $1', [
      amelia.idOf(life),
    ])
    await world.database.changeScheme(
      `update benefit set definition = jsonb_set(definition, '{medical,questions,0,question}', '"Are you well?"') where id = $1`,
      [amelia.idOf(life)],
    )
    await askForAnswersAgain()
    expect(await asked()).toBe(1)
    await world.database.changeScheme('update benefit set definition = $1 where id = $2', [
      before?.definition,
      amelia.idOf(life),
    ])
    expect((await amelia.answer(life, both)).statusCode).toBe(200)
  })

  it('continues unchanged after the provider declines further cover, and later changes of pay require no evidence', async () => {
    // Of the accepted cover, £86,000 is now above core cover.
    expect(await takenIn('December 2026', 'LIFEFX')).toEqual([559])
    expect(await decide(amelia, 'nothing')).toMatchObject({ step: 'decided', result: 'declined' })
    const declined = (await amelia.read(life)).selection
    expect(declined).toMatchObject({
      status: 'active',
      price: { cover: 276_000, coverNow: 270_000, evidence: 'decided' },
    })
    expect(await toldOfDecisions()).toBe(2)
    expect(await takenIn('December 2026', 'LIFEFX')).toEqual([559])
    await earns('amelia.hart', 45_500_00n)
    expect((await amelia.read(life)).selection).toMatchObject({ status: 'active' })
  })
})

describe('cover that the provider accepts in part', () => {
  it('is in force and charged up to that part, and awaits no further decision', async () => {
    await isla.answer(life, { absence: false, treatment: false })
    expect((await isla.choose(life, { multiple: 4 }, {}, 'POST')).json()).toMatchObject({ status: 'pended' })
    expect(await decide(isla, 300_000_00n)).toMatchObject({ step: 'decided', result: 'accepted-in-part' })
    expect((await isla.read(life)).selection).toMatchObject({
      status: 'active',
      price: { cover: 440_000, coverNow: 300_000, evidence: 'decided' },
    })
    expect(await toldOfDecisions()).toBe(3)
  })
})

describe('cover of a partner', () => {
  it("is listed for the operator with its own amount, and is decided together with the employee's cover", async () => {
    await earns('amelia.hart', 210_000_00n)
    const critical = 'critical-illness'
    await amelia.answer(critical, { diagnosis: false, family: false })
    const { setupFields } = await amelia.read(critical)
    const partners = setupFields.flatMap(({ input }) => (input.kind === 'people' ? input.people : []))
    const values = {
      multiple: 2,
      smoker: 'no',
      covered: partners.map(({ value }) => value),
      partnerElsewhere: 'no',
    }
    expect((await amelia.choose(critical, values)).json()).toMatchObject({ status: 'pended' })
    expect(await listPendingCoverOfClient(world.database.db, { client: 'demo' })).toContainEqual(
      expect.objectContaining({
        benefit: 'Critical illness cover',
        cover: { selected: '42000000', effective: '20000000' },
        partnerCover: { selected: '21000000', effective: '20000000' },
      }),
    )
    expect(await decide(amelia, 'all', critical)).toMatchObject({ step: 'decided', result: 'accepted' })
  })
})

describe('insured income above the free cover limit', () => {
  it('has its own questions, is in force up to the limit, and fully after acceptance [BENEFIT-32] [BENEFIT-45]', async () => {
    const income = 'income-protection'
    const told = await toldOfDecisions()
    // Half of £110,000 is below the limit. Three quarters is above it.
    const core = await isla.quote(income, { level: 'core' })
    expect(core).toMatchObject({ medicalQuestions: false, price: { cover: 55_000, evidence: 'not-needed' } })
    const values = { level: 'seventy-five' }
    const early = await isla.choose(income, values, {}, 'POST')
    expect([early.statusCode, early.json().code]).toEqual([403, 'medical-questions-required'])

    expect((await isla.questions(income)).questions.map(({ id, answer }) => [id, answer])).toEqual([
      ['absence', null],
      ['back', null],
    ])
    await isla.answer(income, { absence: false, back: true })
    // £27,500 above core cover at £8.40 per £1,000. £10,000 of it is in force.
    expect((await isla.choose(income, values, {}, 'POST')).json()).toMatchObject({
      status: 'pended',
      price: { cover: 82_500, coverNow: 65_000, evidence: 'awaited', employee: { perYear: 84 } },
    })
    expect(await decide(isla, 'all', income)).toMatchObject({ step: 'decided' })
    expect((await isla.read(income)).selection).toMatchObject({
      status: 'active',
      price: { cover: 82_500, coverNow: 82_500, employee: { perYear: 231 }, employer: { perYear: 462 } },
    })
    expect(await toldOfDecisions()).toBe(told + 1)
  })
})

describe('answers that are no longer needed', () => {
  async function removed(): Promise<void> {
    await runDaily(world, removalJobs)
  }

  it('are deleted a month after a choice was left unfinished, and at once after it is discarded [S-87]', async () => {
    await isla.answer('critical-illness', { diagnosis: true, family: true })
    const values = { multiple: 5, smoker: 'no', covered: [] }
    const draft = (await isla.choose('critical-illness', values, { draft: true }, 'POST')).json<SelectionView>()
    await removed()
    expect(await kept()).toHaveLength(1)
    await isla.send('DELETE', `selection/${draft.selectionId}`)
    expect(await kept()).toEqual([])

    await isla.answer('critical-illness', { diagnosis: true, family: true })
    await isla.choose('critical-illness', values, { draft: true }, 'POST')
    await moveTo('2026-12-10')
    await removed()
    expect(await kept()).toHaveLength(1)
    await moveTo('2026-12-20')
    await removed()
    expect(await kept()).toEqual([])
  })

  it('are kept after the scheme year of the cover, while the provider has to decide [S-87]', async () => {
    await earns('isla.reid', 120_000_00n)
    const again = await as('isla.reid')
    expect((await again.read(life)).selection).toMatchObject({ status: 'pended' })
    await again.answer(life, both)
    const waits = async () =>
      (await listPendingCoverOfClient(world.database.db, { client: 'demo' }))
        ?.map(({ email }) => email)
        .includes('isla.reid@demo.example')
    await moveTo('2027-04-05')
    await removed()
    expect([await waits(), (await kept()).length]).toEqual([true, 1])
    await moveTo('2027-04-06')
    await removed()
    expect([await waits(), (await kept()).length]).toEqual([true, 1])
  })
})
