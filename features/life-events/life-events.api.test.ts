import { beforeAll, describe, expect, it } from 'vitest'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import type { FamilyRecord } from '../family/family.contract.ts'
import { decideOnEvidence, pendingEvidence } from './operator-commands.server.ts'
import { evidenceAcceptedMail, evidenceDeclinedMail } from './evidence-mails.messages.ts'
import { evidenceLimits } from './evidence.rules.ts'
import type { LifeEventKindView, LifeEventView } from './life-events.contract.ts'
import { removeUndecidedDocuments } from './life-events.jobs.ts'
import { lifeEventRefusals, lifeEventStates } from './life-events.messages.ts'

// A day after the annual window and the joiners' window have closed. Both windows open all benefits.
const today = '2026-12-21'

const moveTo = (date: string) => world.database.moveTo(date)

const world = await startWorld()
await moveTo(today)
const amelia = await world.signIn('amelia.hart')
const grace = await world.signIn('grace.lin')
const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
const read = async <Reply>(url: string, token: string) =>
  (await world.request({ url: `/api/v1/${url}`, token })).json<Reply>()
const kinds = (token: string) => read<LifeEventKindView[]>('client/life-events/available', token)
const events = (token: string) => read<LifeEventView[]>('client/life-events', token)
const add = (token: string, body: object, key?: string) =>
  world.request({
    method: 'POST',
    url: '/api/v1/client/life-events',
    token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const send = (token: string, id: string, bytes: Buffer, fileName = 'decree.pdf') =>
  world.request({
    method: 'POST',
    url: `/api/v1/user/life-events/${id}/evidence`,
    token,
    body: { fileName, content: bytes.toString('base64') },
  })
const benefits = async (token: string) =>
  new Map((await read<BenefitView[]>('benefits/user/eligible', token)).map((one) => [one.code, one]))
async function employersList(token: string) {
  const [client] = await rows<{ id: string }>(`select client_id as id from client where code = 'demo'`)
  return world.request({ url: `/api/client/${client?.id}/employees/life-events`, token })
}

const child = {
  title: 'Miss',
  first_name: 'Ada',
  surname: 'Hart',
  date_of_birth: '2026-12-05',
  sex: 'female',
  fmember_type: 2,
  education: 'no',
  education_check: true,
}
const birth = { lifeEventId: 'birth', eventDate: '2026-12-05', familyMember: child }
const pdf = Buffer.from('%PDF-1.7 a decree')

describe('kinds of life events', () => {
  it('are those that the scheme defines, with the days allowed for each kind', async () => {
    const found = await kinds(amelia)
    expect(found.map(({ id }) => id)).toEqual([
      'marriage',
      'birth',
      'adoption',
      'separation',
      'bereavement',
      'disability',
      'return',
    ])
    expect(found[0]).toEqual({
      id: 'marriage',
      label: 'Marriage or civil partnership',
      type: 'wedding',
      needsFamilyMember: true,
      familyMember: 'partner',
      needsEvidence: false,
      daysBefore: 30,
      daysAfter: 60,
      earliest: '2026-10-22',
      latest: '2027-01-20',
    })
    expect(found[3]).toMatchObject({ type: 'divorce', familyMember: 'partner', needsEvidence: true })
    expect(found[4]).toMatchObject({ type: 'death', familyMember: 'either' })
  })

  it('do not exist for leavers, or if the scheme has none', async () => {
    const elif = await world.signIn('elif.kaya')
    expect(await kinds(elif)).toEqual([])
    const refused = await add(elif, { lifeEventId: 'return', eventDate: today })
    expect([refused.statusCode, refused.json().message]).toEqual([403, lifeEventRefusals.left])
    await world.database.changeScheme(
      `update scheme_year set life_event_kinds = '[]' where client_id = (select client_id from client where code = 'plain')`,
    )
    const max = await world.signIn('max.plain', 'plain')
    const none = await world.request({ url: '/api/v1/client/life-events/available', token: max, site: 'plain' })
    expect([none.statusCode, none.json()]).toEqual([200, []])
  })
})

describe('reporting a life event', () => {
  it.each([
    [{ eventDate: '2026-12-05' }, { lifeEventId: ['This field is required'] }],
    [{ lifeEventId: 'return' }, { eventDate: ['This field is required'] }],
    [{ lifeEventId: 'birth' }, { familyMember: [lifeEventRefusals.whoIsMissing] }],
    [{ ...birth, eventDate: '2026-12-04' }, { eventDate: [lifeEventRefusals.birthday('5 December 2026')] }],
    [
      { lifeEventId: 'adoption', eventDate: '2026-12-01', familyMember: child },
      { eventDate: [lifeEventRefusals.beforeBirth('5 December 2026')] },
    ],
    [
      { lifeEventId: 'birth', familyMember: { ...child, date_of_birth: '2026-10-21' } },
      { 'familyMember.date_of_birth': [lifeEventRefusals.date('2026-10-22', '2026-12-21')] },
    ],
    [{ ...birth, lifeEventId: 'windfall' }, { lifeEventId: [lifeEventRefusals.unknownKind] }],
    [{ ...birth, eventDate: '2026-10-21' }, { eventDate: [lifeEventRefusals.date('2026-10-22', '2026-12-21')] }],
    [{ ...birth, eventDate: '2026-12-22' }, { eventDate: [lifeEventRefusals.date('2026-10-22', '2026-12-21')] }],
    [{ ...birth, eventDate: '2026-11-31' }, { eventDate: [lifeEventRefusals.date('2026-10-22', '2026-12-21')] }],
    [
      { ...birth, familyMember: { ...child, education: null, date_of_birth: '2027-01-01' } },
      {
        'familyMember.date_of_birth': ['This date of birth is not valid'],
        'familyMember.education': ['Full time education is required'],
      },
    ],
    [
      { ...birth, familyMember: { ...child, fmember_type: 1 } },
      { 'familyMember.fmember_type': ['Relationship is required'] },
    ],
  ])(
    'refuses %j with an error at the field that is wrong, and saves nothing [LIFE-04] [LIFE-05]',
    async (body, errors) => {
      const refused = await add(amelia, body)
      expect([refused.statusCode, refused.json().errors]).toEqual([422, errors])
      expect(await events(amelia)).toEqual([])
      expect(await read<FamilyRecord[]>('user/family', amelia)).toHaveLength(2)
    },
  )

  it('opens the benefits that its kind names, for this person only; a choice takes effect on the day of the event [LIFE-01]', async () => {
    const before = await benefits(amelia)
    expect(before.get('life-assurance')?.availability).toMatchObject({ available: false, cause: 'window' })
    expect(before.get('life-assurance')?.allowedActions).not.toContain('change-cover')

    const key = crypto.randomUUID()
    const answer = await add(amelia, birth, key)
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        status: 'ok',
        lifeEvent: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          lifeEventId: 'birth',
          label: 'Birth of a child',
          eventDate: '2026-12-05',
          state: 'open',
          stateLabel: lifeEventStates.open('2027-02-03'),
          closesOn: '2027-02-03',
        },
      },
    ])
    expect((await add(amelia, birth, key)).json()).toEqual(answer.json())
    expect(await events(amelia)).toEqual([answer.json().lifeEvent])
    expect((await read<FamilyRecord[]>('user/family', amelia)).map(({ family_fname }) => family_fname)).toEqual([
      'Tom',
      'Maisie',
      'Ada',
    ])

    const after = await benefits(amelia)
    const life = after.get('life-assurance')
    expect(life?.availability).toEqual({
      available: true,
      reason: 'You can change your benefits after your life event, until 3 February 2027',
      cause: null,
      opensOn: null,
      closesOn: '2027-02-03',
      daysLeft: 44,
    })
    expect(life?.allowedActions).toContain('change-cover')
    const opened = [...after].filter(([code, one]) => {
      return one.availability.available && !before.get(code)?.availability.available
    })
    expect(opened.map(([code]) => code)).toContain('dental')
    expect(opened.map(([code]) => code)).not.toContain('travel-insurance')
    expect((await benefits(grace)).get('life-assurance')?.availability.available).toBe(false)

    const dental = after.get('dental')
    await acceptTerms(world, amelia, dental)
    const [, , ada] = await read<FamilyRecord[]>('user/family', amelia)
    const values = { level: 'level-1', covered: [ada?.family_id] }
    const quote = await world.request({
      method: 'POST',
      url: `/api/v1/benefit/${dental?.benefitId}/quote`,
      token: amelia,
      body: { values },
    })
    expect(quote.json()).toMatchObject({
      effectiveFrom: '2026-12-05',
      reachesPay: 'It starts on 5 December 2026. This change reaches your pay in January 2027',
    })
    const chosen = await world.request({
      method: 'POST',
      url: `/api/v1/benefit/${dental?.benefitId}/selection`,
      token: amelia,
      body: { values },
    })
    expect([chosen.statusCode, chosen.json<SelectionView>()]).toMatchObject([
      201,
      {
        status: 'active',
        effectiveFrom: '2026-12-05',
        peopleCovered: [{ name: 'Ada Hart' }],
      },
    ])
  })

  it('is possible only once for each kind and day, and does not add a family member twice', async () => {
    const again = await add(amelia, { ...birth, familyMember: { ...child, first_name: 'Eve' } })
    expect([again.statusCode, again.json().message]).toEqual([409, lifeEventRefusals.already])
    expect(await events(amelia)).toHaveLength(1)
    expect(await read<FamilyRecord[]>('user/family', amelia)).toHaveLength(3)
  })

  it('can be about a family member who is already known', async () => {
    const [tom] = await read<FamilyRecord[]>('user/family', amelia)
    const wedding = { lifeEventId: 'marriage', eventDate: '2027-01-10' }
    const maisie = (await read<FamilyRecord[]>('user/family', amelia))[1]
    const refused = await add(amelia, { ...wedding, familyMemberId: maisie?.family_id })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { familyMemberId: [lifeEventRefusals.whoIsWrong] },
    ])
    const told = await add(amelia, { ...wedding, familyMemberId: tom?.family_id })
    expect(told.json().lifeEvent).toMatchObject({ state: 'open', closesOn: '2027-03-11' })
    expect(await read<FamilyRecord[]>('user/family', amelia)).toHaveLength(3)
  })
})

describe('life event that requires a document', () => {
  const separation = { lifeEventId: 'separation', eventDate: '2026-12-01' }
  let carla: string
  const stored = () => rows(`select id from life_event_evidence`)

  beforeAll(async () => {
    carla = await world.signIn('isla.reid')
  })

  it('opens no choice window before its document is accepted; the document can be sent later', async () => {
    const told = await add(carla, separation)
    expect(told.json().lifeEvent).toMatchObject({
      state: 'requested',
      stateLabel: lifeEventStates.requested,
      closesOn: null,
    })
    expect((await benefits(carla)).get('life-assurance')?.availability.available).toBe(false)
    const { id } = told.json().lifeEvent
    const sent = await send(carla, id, pdf)
    expect([sent.statusCode, sent.json().lifeEvent.state]).toEqual([201, 'received'])
    expect((await benefits(carla)).get('life-assurance')?.availability.available).toBe(false)
    expect(await stored()).toHaveLength(1)
  })

  it('accepts PDF, JPEG or PNG files, recognised by content, up to a size limit and a number of files [S-54]', async () => {
    const [event] = await events(carla)
    const id = event?.id ?? ''
    const png = (width: number, height: number) => {
      const bytes = Buffer.alloc(64)
      Buffer.from('89504e470d0a1a0a', 'hex').copy(bytes)
      bytes.writeUInt32BE(width, 16)
      bytes.writeUInt32BE(height, 20)
      return bytes
    }
    const jpeg = (width: number, height: number) => {
      const bytes = Buffer.from('ffd8ffe000040000ffc0000b080000000000000000', 'hex')
      bytes.writeUInt16BE(height, 13)
      bytes.writeUInt16BE(width, 15)
      return bytes
    }
    const refused = [
      Buffer.from('<html>'),
      Buffer.from('MZ a program'),
      png(2001, 2000),
      jpeg(50_000, 50_000),
      Buffer.from('ffd8ff', 'hex'),
      Buffer.concat([pdf, Buffer.alloc(evidenceLimits.bytes - pdf.length + 1)]),
    ]
    for (const bytes of refused) expect((await send(carla, id, bytes, 'x.pdf')).statusCode).toBe(422)
    expect((await send(carla, id, Buffer.alloc(4 * 1024 * 1024))).statusCode).toBe(413)
    expect((await send(carla, id, pdf, '../../x.pdf')).statusCode).toBe(422)
    const whole = Buffer.concat([pdf, Buffer.alloc(evidenceLimits.bytes - pdf.length)])
    for (const bytes of [png(2000, 2000), jpeg(2000, 2000), whole, pdf])
      expect((await send(carla, id, bytes)).statusCode).toBe(201)
    expect((await send(carla, id, pdf)).json().code).toBe('evidence-full')
    expect(await stored()).toHaveLength(evidenceLimits.files)
  })

  it('accepts a document only if one is required', async () => {
    const open = (await events(amelia)).find(({ state }) => state === 'open')
    expect((await send(amelia, open?.id ?? '', pdf)).json().code).toBe('evidence-not-awaited')
  })

  it('is decided by an operator; if the document is declined, a mail is sent and another document can be sent', async () => {
    const email = 'isla.reid@demo.example'
    const [waiting] = await pendingEvidence(world.database.db, { email, operator: 'Olu' })
    expect(waiting).toMatchObject({ client: 'demo', event: { name: 'Divorce or separation' } })
    expect(waiting?.documents[0]).toEqual({ fileName: 'decree.pdf', mediaType: 'application/pdf', bytes: pdf })
    const decision = { email, lifeEventId: waiting?.event.id ?? '', operator: 'Olu', reason: 'not legible' }
    const decide = async (accepted: boolean) => {
      const [listed] = await pendingEvidence(world.database.db, { email, operator: 'Olu' })
      return decideOnEvidence(world.database.db, { ...decision, accepted, seen: listed?.seen ?? waiting?.seen ?? '' })
    }
    expect(await decide(false)).toEqual({ step: 'decided', closesOn: null })
    expect((await events(carla))[0]).toMatchObject({ state: 'declined', closesOn: null })
    expect(await stored()).toEqual([])
    expect(await decide(true)).toEqual({ step: 'nothing-waits' })

    const [event] = await events(carla)
    expect((await send(carla, event?.id ?? '', pdf)).json().lifeEvent.state).toBe('received')
    const both = await Promise.all([decide(true), decide(true)])
    expect(both.map(({ step }) => step).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['decided', 'nothing-waits'])
    expect((await events(carla))[0]).toMatchObject({ state: 'open', closesOn: '2027-01-30' })
    expect((await benefits(carla)).get('life-assurance')?.availability).toMatchObject({
      available: true,
      closesOn: '2027-01-30',
    })
    expect(
      await rows(`select id from enrolment_window where person_id is not null and rules ->> 'name' like 'Divorce%'`),
    ).toHaveLength(1)
    for (const { name } of [evidenceAcceptedMail, evidenceDeclinedMail])
      expect(await rows(`select id from mail where kind = $1`, [name])).toHaveLength(1)
    const readings = () => rows(`select sequence from audit_event where action = 'life-event.evidence-read'`)
    const before = await readings()
    expect(before.length).toBeGreaterThan(0)
    expect(await pendingEvidence(world.database.db, { email, operator: 'Olu' })).toEqual([])
    expect(await readings()).toEqual(before)
  })
})

describe("employer's list", () => {
  it('shows the events that employees reported and see in their own lists [LIFE-02] [LIFE-03]', async () => {
    const henry = await world.signIn('henry.cole')
    expect(await kinds(await world.signIn('elif.kaya'))).toEqual([])
    const [kind] = (await kinds(henry)).filter(({ id }) => id === 'return')
    expect(kind).toMatchObject({ label: 'Return from family leave', needsFamilyMember: false })
    const told = await add(henry, { lifeEventId: 'return', eventDate: '2026-12-10' })
    expect([told.statusCode, told.json().status]).toEqual([201, 'ok'])
    const familyMember = { ...child, surname: 'Cole' }
    const born = await add(henry, { ...birth, familyMember })
    expect([born.statusCode, born.json().status]).toEqual([201, 'ok'])
    const own = [told, born].map((answer) => answer.json<{ lifeEvent: LifeEventView }>().lifeEvent)
    expect(new Set(await events(henry))).toEqual(new Set(own))
    const employeeName = 'Henry Cole'
    const listed = own.map(({ label: event, eventDate }) =>
      expect.objectContaining({ employeeName, event, eventDate, closed: null }),
    )
    expect((await employersList(grace)).json()).toEqual(expect.arrayContaining(listed))
  })

  it('has person, event, date and closing day, but no family members or documents [S-53]', async () => {
    const list = await employersList(grace)
    expect(list.statusCode).toBe(200)
    expect(list.body).not.toMatch(/Tom|Ada|decree/)
    const own = list.json<{ employeeName: string; event: string; closed: string | null }[]>()
    expect(own.filter(({ employeeName }) => employeeName === 'Amelia Hart')).toMatchObject([
      { event: 'Marriage or civil partnership', eventDate: '2027-01-10', closed: null },
      { event: 'Birth of a child', eventDate: '2026-12-05', closed: null },
    ])
  })

  it('shows an event as closed from the day after the last day of its windows', async () => {
    await moveTo('2027-02-04')
    const token = await world.signIn('amelia.hart')
    const birthNow = (await events(token)).find(({ lifeEventId }) => lifeEventId === 'birth')
    expect(birthNow).toMatchObject({ state: 'closed', stateLabel: lifeEventStates.closed('2027-02-03') })
    const closed = (await employersList(await world.signIn('grace.lin'))).json<{ closed: string | null }[]>()
    expect(closed.map((one) => one.closed)).toContain('2027-02-03')
    const wedding = (await benefits(token)).get('life-assurance')?.availability
    expect(wedding).toMatchObject({ available: true, closesOn: '2027-03-11' })
    await moveTo('2027-03-12')
    const later = (await benefits(await world.signIn('amelia.hart'))).get('life-assurance')?.availability
    expect(later?.available).toBe(false)
  })
})

describe('documents awaiting a decision', () => {
  const document = { fileName: 'decree.pdf', content: pdf.toString('base64') }
  const separation = (eventDate: string) => ({ lifeEventId: 'separation', eventDate })

  async function waitingOf(name: string) {
    const token = await world.signIn(name)
    const told = await add(token, { ...separation('2027-03-01'), evidence: document })
    const { id } = told.json<{ lifeEvent: LifeEventView }>().lifeEvent
    const email = `${name}@demo.example`
    const listed = async () => (await pendingEvidence(world.database.db, { email, operator: 'Olu' }))[0]
    const first = await listed()
    return {
      token,
      id,
      listed,
      state: async () => (await events(token)).find((one) => one.id === id)?.state,
      documents: () => rows('select id from life_event_evidence where life_event_id = $1', [id]),
      mails: () =>
        rows(
          'select id from mail where kind like $1 and person_id = (select person_id from life_event where id = $2)',
          ['life-event-%', id],
        ),
      decide: (accepted: boolean, seen = first?.seen ?? '') =>
        decideOnEvidence(world.database.db, {
          email,
          lifeEventId: id,
          accepted,
          operator: 'Olu',
          reason: 'seen',
          seen,
        }),
    }
  }

  it('cannot be accepted if accepting them would open no window: the event is unchanged, and the document can be declined', async () => {
    const told = await waitingOf('grace.lin')
    const [year] = await rows<{ id: string; kinds: string }>(
      `select id, life_event_kinds::text as kinds from scheme_year where client_id = (select client_id from client where code = 'demo')`,
    )
    const kindsBecome = (kinds: string | undefined) =>
      world.database.changeScheme('update scheme_year set life_event_kinds = $2 where id = $1', [year?.id, kinds])
    const refused = async () => {
      expect(await told.decide(true)).toEqual({ step: 'opens-nothing' })
      expect(await told.state()).toBe('received')
      expect(await told.documents()).toHaveLength(1)
      expect(await told.mails()).toEqual([])
    }
    await kindsBecome('[]')
    await refused()
    await kindsBecome(year?.kinds)
    await recordFact(world, { of: 'grace.lin', fact: 'status', value: 'inactive' })
    await refused()
    expect(await told.decide(false)).toEqual({ step: 'decided', closesOn: null })
    expect(await told.state()).toBe('declined')
    expect(await told.mails()).toHaveLength(1)
  })

  it('can be decided on only if all documents of the event were reviewed', async () => {
    const ben = await waitingOf('ben.osei')
    const another = await send(ben.token, ben.id, pdf, 'another.pdf')
    expect(another.statusCode).toBe(201)
    for (const accepted of [true, false]) expect(await ben.decide(accepted)).toEqual({ step: 'more-came' })
    expect([await ben.state(), (await ben.documents()).length]).toEqual(['received', 2])
    const both = await ben.listed()
    expect(both?.documents.map(({ fileName }) => fileName)).toEqual(['decree.pdf', 'another.pdf'])
    expect(await ben.decide(false, both?.seen)).toEqual({ step: 'decided', closesOn: null })
    for (const fileName of ['third.pdf', 'fourth.pdf']) await send(ben.token, ben.id, pdf, fileName)
    expect(await ben.decide(true, both?.seen)).toEqual({ step: 'more-came' })
    expect(await ben.documents()).toHaveLength(2)
  })

  it('have a limit for each person over all events, even if sent in parallel [S-54]', async () => {
    const { id, token } = await waitingOf('isla.reid')
    const other = await add(token, { ...separation('2027-03-02'), evidence: document })
    const { id: otherId } = other.json<{ lifeEvent: LifeEventView }>().lifeEvent
    for (let sent = 2; sent < evidenceLimits.ofOnePerson - 1; sent++)
      expect((await send(token, sent % 2 === 0 ? id : otherId, pdf)).statusCode).toBe(201)
    const both = await Promise.all([
      send(token, otherId, pdf),
      add(token, { ...separation('2027-03-03'), evidence: document }),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    const full = await add(token, { ...separation('2027-03-04'), evidence: document })
    expect([full.statusCode, full.json().message]).toEqual([409, lifeEventRefusals.tooManyFiles])
    expect((await events(token)).map(({ eventDate }) => eventDate)).not.toContain('2027-03-04')
    expect((await add(token, separation('2027-03-04'))).statusCode).toBe(201)
  })

  it('are deleted after the person leaves, after 90 days, and when new documents are requested [S-87]', async () => {
    const henry = await waitingOf('henry.cole')
    const waits = await waitingOf('amelia.hart')
    const nextDay = async () => {
      await rows('delete from daily_run')
      await runDaily(world, [removeUndecidedDocuments])
    }
    await recordFact(world, { of: 'henry.cole', fact: 'status', value: 'left' })
    await nextDay()
    expect([await henry.state(), await henry.documents()]).toEqual(['requested', []])
    expect([await waits.state(), (await waits.documents()).length]).toEqual(['received', 1])
    await send(waits.token, waits.id, pdf, 'another.pdf')
    const came = (fileName: string, daysAgo: number) =>
      rows(
        `update life_event_evidence set received_at = app.now() - make_interval(days => $2, mins => 1)
         where life_event_id = $3 and file_name = $1`,
        [fileName, daysAgo, waits.id],
      )
    for (const [daysAgo, left] of [
      [89, 2],
      [90, 1],
    ] as const) {
      await came('decree.pdf', daysAgo)
      await nextDay()
      expect([await waits.state(), (await waits.documents()).length]).toEqual(['received', left])
    }
    await came('another.pdf', 90)
    const told = async () =>
      (await mailsOf(world)).filter(({ kind }) => kind === 'life-event-asked-again').map(({ to }) => to)
    expect(await told()).toEqual([])
    await nextDay()
    expect([await waits.state(), await waits.documents()]).toEqual(['requested', []])
    expect(await told()).toEqual(['amelia.hart@demo.example'])
    await nextDay()
    expect(await told()).toHaveLength(1)
    expect((await send(waits.token, waits.id, pdf)).json().lifeEvent.state).toBe('received')
    await came('decree.pdf', 90)
    await nextDay()
    expect(await told()).toHaveLength(2)
  })
})
