import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import { day, firstOfMonthAfter, iso } from '../golden/independent/days.ts'
import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import {
  randomValues,
  benefitsOf,
  choose,
  dropPromises,
  optOut,
  portalPromisesOf,
  readFamily,
  type Refusal,
  signIn,
  reportLifeEvent,
} from './employee.ts'
import { cellOn, employmentOn, type Life, randomDay, changeCells } from './life.ts'
import type { Answer, SimulatedPortal } from './portal.ts'
import { endIsNotInThePast, leavingIsFree, ownChangeIsNotBackdated } from './rules/replies.ts'
import type { Cells } from './scheme.ts'
import { asksForVouchers, vouchers } from './uk-rules.ts'
import type { EventContext } from './event-context.ts'

type SimulatedEvent = {
  name: string
  weight: number
  canHappen: (life: Life, today: IsoDate) => boolean
  /** Performs the event. Returns its description, or undefined if the event is impossible. */
  happens: (life: Life, reach: EventContext) => Promise<string | undefined> | string | undefined
}

/** Joiners who are not uploaded yet do not count. */
const works = (life: Life, today: IsoDate) => life.joins === undefined && !life.dead && !hasEnded(life, today)
const isLeaving = (life: Life, today: IsoDate) => works(life, today) && employmentOn(life, today)?.last !== undefined
const hasLeft = (life: Life, today: IsoDate) => life.joins === undefined && !life.dead && hasEnded(life, today)
const hasEnded = (life: Life, today: IsoDate) => (life.employments.at(-1)?.last ?? '9999') < today

const isVoucherMember = (life: Life, today: IsoDate) => life.uk?.vouchers !== undefined && works(life, today)

const allNews: readonly SimulatedEvent[] = [
  { name: 'joins', weight: 1000, canHappen: (life) => life.joins !== undefined, happens: joins },
  { name: 'chooses', weight: 10, canHappen: works, happens: chooses },
  { name: 'opts out', weight: 5, canHappen: works, happens: optsOut },
  { name: 'tries to leave everything', weight: 2, canHappen: works, happens: triesToLeave },
  { name: 'lowers', weight: 3, canHappen: works, happens: lowers },
  { name: 'birth', weight: 2, canHappen: works, happens: (life, reach) => comes(life, reach, 'dependant') },
  {
    name: 'marriage',
    weight: 1.5,
    canHappen: (life, today) => works(life, today) && !partnerOf(life),
    happens: (life, reach) => comes(life, reach, 'partner'),
  },
  {
    name: 'divorce',
    weight: 1,
    canHappen: (life, today) => works(life, today) && partnerOf(life) !== undefined,
    happens: (life, reach) => goes(life, reach, 'divorce'),
  },
  { name: 'death in the family', weight: 0.7, canHappen: works, happens: (life, reach) => goes(life, reach, 'death') },
  { name: 'pay rise', weight: 4, canHappen: works, happens: (life, reach) => isPaid(life, reach, [101, 115]) },
  { name: 'pay cut', weight: 1, canHappen: works, happens: (life, reach) => isPaid(life, reach, [80, 98]) },
  { name: 'pay corrected', weight: 1, canHappen: works, happens: payCorrected },
  { name: 'moves to another payroll', weight: 1.5, canHappen: works, happens: movesPayroll },
  {
    name: 'gives notice',
    weight: 1.5,
    canHappen: (life, today) => works(life, today) && !isLeaving(life, today),
    happens: givesNotice,
  },
  { name: 'notice moved', weight: 2, canHappen: isLeaving, happens: noticeMoved },
  { name: 'notice taken back', weight: 1, canHappen: isLeaving, happens: noticeTakenBack },
  { name: 'rejoins', weight: 4, canHappen: hasLeft, happens: rejoins },
  { name: 'dies', weight: 0.2, canHappen: works, happens: dies },
  // These events need UK data, because they would change the random draws of all other simulations.
  {
    name: 'opts out of the pension',
    weight: 5,
    canHappen: (life, today) => life.uk !== undefined && works(life, today),
    happens: optsOutOfPension,
  },
  { name: 'asks for vouchers', weight: 5, canHappen: isVoucherMember, happens: asksForVouchers },
  { name: 'stops vouchers', weight: 2, canHappen: isVoucherMember, happens: stopsVouchers },
  { name: 'other earnings change', weight: 1, canHappen: isVoucherMember, happens: otherEarningsChange },
  { name: 'asks for a childcare account', weight: 0.2, canHappen: isVoucherMember, happens: asksForAccount },
]

export function drawEvent(life: Life, today: IsoDate): SimulatedEvent | undefined {
  const possible = allNews.filter(({ canHappen }) => canHappen(life, today))
  if (possible.length === 0) return undefined
  const name = life.chance.weighted(Object.fromEntries(possible.map((one) => [one.name, one.weight])))
  return possible.find((one) => one.name === name)
}

function partnerOf({ family }: Life) {
  return family.find(({ relation, until }) => relation === 'partner' && until === undefined)
}

async function chooses(life: Life, { portal, today, report }: EventContext): Promise<string | undefined> {
  const token = await signIn(portal, life.email)
  if (token === undefined) return undefined
  const open = (await benefitsOf(portal, token)).filter(({ allowedActions }) =>
    allowedActions.some((action) => action === 'setup' || action === 'change-cover'),
  )
  return chooseOneOf(life, { portal, token, today, report, open })
}

async function chooseOneOf(
  life: Life,
  {
    portal,
    token,
    today,
    report,
    open,
  }: Pick<EventContext, 'portal' | 'today' | 'report'> & { token: string; open: BenefitView[] },
): Promise<string | undefined> {
  const [first, ...others] = open
  if (!first) return undefined
  const benefit = life.chance.pick([first, ...others])
  const values = randomValues(benefit.setupFields, life.chance)
  const answer = await choose(portal, { token, benefit, values })
  const { status, body } = answer
  const covered = { before: peopleIn(benefit.selection?.values ?? {}), after: peopleIn(values) }
  for (const found of ownChangeIsNotBackdated({ benefit: benefit.code, answer, today, covered }))
    report('own-change-is-not-backdated', found)
  if (status !== 200 && status !== 201)
    return `asks for ${benefit.code} ${JSON.stringify(values)}: ${status} ${body.message ?? ''}`
  dropPromises(life, benefit.code)
  if (body.status.startsWith('pending')) life.decidedOn ??= addDays(today, life.chance.whole(0, 9))
  life.promises.push(...portalPromisesOf(body, { benefit: benefit.code, today }))
  return `chooses ${benefit.code} ${JSON.stringify(values)}: ${body.statusLabel}, from ${body.effectiveFrom}`
}

function peopleIn(values: SetupValues): string[] {
  return Object.values(values).flatMap((value) => (Array.isArray(value) ? value : []))
}

async function heldBy(life: Life, portal: SimulatedPortal) {
  const token = await signIn(portal, life.email)
  if (token === undefined) return undefined
  const held = (await benefitsOf(portal, token)).flatMap((benefit) =>
    benefit.selection && (benefit.selection.status === 'active' || benefit.selection.status === 'pended')
      ? [{ benefit, selection: benefit.selection }]
      : [],
  )
  return { token, held }
}

async function optsOut(life: Life, reach: EventContext): Promise<string | undefined> {
  const found = await heldBy(life, reach.portal)
  const [first, ...others] = found?.held.filter(({ benefit }) => benefit.allowedActions.includes('opt-out')) ?? []
  if (!found || !first) return undefined
  return leaves(life, reach, { token: found.token, ...life.chance.pick([first, ...others]) })
}

async function optsOutOfPension(life: Life, reach: EventContext): Promise<string | undefined> {
  const found = await heldBy(life, reach.portal)
  const pension = found?.held.find(({ benefit }) => benefit.code === 'pension')
  const from = pension?.selection.effectiveFrom
  if (!found || !pension || !from || from < addDays(reach.today, -60)) return undefined
  if (life.uk?.optOutNotice === 'employer') return leaves(life, reach, { token: found.token, ...pension })
  if (from > reach.today || life.cells['pension_opt_out_notice'] === reach.today) return undefined
  office(life, reach, { pension_opt_out_notice: reach.today }, reach.today)
  return `gives the scheme's opt-out notice of the pension from ${from}`
}

async function stopsVouchers(life: Life, reach: EventContext): Promise<string | undefined> {
  const found = await heldBy(life, reach.portal)
  const own = found?.held.find(({ benefit }) => benefit.code === vouchers)
  return found && own && leaves(life, reach, { token: found.token, ...own })
}

function otherEarningsChange(life: Life, reach: EventContext): string {
  const pounds = `${life.chance.whole(0, 120) * 100}.00`
  office(life, reach, { other_relevant_earnings: pounds }, reach.today)
  return `has £${pounds} of other relevant earnings`
}

function asksForAccount(life: Life, reach: EventContext): string | undefined {
  if (life.cells['childcare_account_notice']) return undefined
  office(life, reach, { childcare_account_notice: reach.today }, reach.today)
  return 'gives notice of a childcare account'
}

async function leaves(
  life: Life,
  { portal, today, report }: EventContext,
  { token, benefit, selection }: { token: string; benefit: BenefitView; selection: SelectionView },
): Promise<string> {
  const answer = await optOut(portal, { token, selection })
  const { status, body } = answer
  const left = { benefit: benefit.code, answer, today }
  for (const found of leavingIsFree(left)) report('leaving-is-free', found)
  for (const found of endIsNotInThePast(left)) report('end-is-not-in-the-past', found)
  if (status !== 200) return `is refused to leave ${benefit.code}: ${status} ${body.message ?? ''}`
  dropPromises(life, benefit.code)
  // Skips end dates in the past, because another rule checks them.
  for (const day of new Set([body.endDate, selection.endsIfOptedOut]))
    if (day && day >= addDays(today, -1))
      life.promises.push({ benefit: benefit.code, saidOn: today, about: 'end', day })
  return `leaves ${benefit.code}, until ${body.endDate}`
}

/** Tries to leave each benefit for which the portal offers no opt-out. Joining conditions must not prevent leaving. */
async function triesToLeave(life: Life, reach: EventContext): Promise<string | undefined> {
  const found = await heldBy(life, reach.portal)
  const kept = found?.held.filter(({ benefit }) => !benefit.allowedActions.includes('opt-out')) ?? []
  if (!found || kept.length === 0) return undefined
  const said: string[] = []
  for (const one of kept) said.push(await leaves(life, reach, { token: found.token, ...one }))
  return said.join('; ')
}

/** Reduces a number to its minimum. Joining conditions must not prevent that. */
async function lowers(life: Life, { portal, today, report }: EventContext): Promise<string | undefined> {
  const found = await heldBy(life, portal)
  const [first, ...others] = (found?.held ?? []).flatMap(({ benefit, selection }) =>
    benefit.setupFields.flatMap(({ name, input }) =>
      input.kind === 'number' && Number(selection.values[name]) > input.min
        ? [{ benefit, selection, values: { ...selection.values, [name]: input.min } }]
        : [],
    ),
  )
  if (!found || !first) return undefined
  const { benefit, values } = life.chance.pick([first, ...others])
  const answer = await choose(portal, { token: found.token, benefit, values })
  const { status, body } = answer
  const lowered = { benefit: benefit.code, answer, today }
  const covered = { before: peopleIn(values), after: peopleIn(values) }
  for (const kept of leavingIsFree(lowered)) report('leaving-is-free', kept)
  for (const early of ownChangeIsNotBackdated({ ...lowered, covered })) report('own-change-is-not-backdated', early)
  if (status !== 200) return `is refused to lower ${benefit.code}: ${status} ${body.message ?? ''}`
  dropPromises(life, benefit.code)
  if (body.status.startsWith('pending')) life.decidedOn ??= addDays(today, life.chance.whole(0, 9))
  life.promises.push(...portalPromisesOf(body, { benefit: benefit.code, today }))
  return `lowers ${benefit.code} to ${JSON.stringify(values)}: ${body.statusLabel}, from ${body.effectiveFrom}`
}

type Kind = { id: string; type: string; needsEvidence: boolean; earliest: IsoDate; latest: IsoDate }

async function kindsOf(portal: SimulatedPortal, token: string): Promise<Kind[]> {
  const { body } = await portal.call<Kind[]>({ url: '/api/v1/client/life-events/available', token })
  return Array.isArray(body) ? body : []
}

/** Reports a birth or wedding within the allowed days. Often a choice follows. */
async function comes(life: Life, { portal, today, report }: EventContext, relation: 'partner' | 'dependant') {
  const token = await signIn(portal, life.email)
  if (token === undefined) return undefined
  const kind = (await kindsOf(portal, token)).find(
    ({ type }) => type === (relation === 'partner' ? 'wedding' : 'birth'),
  )
  if (!kind) return undefined
  const eventDate = randomDay(
    life.chance,
    kind.earliest,
    relation === 'dependant' && kind.latest > today ? today : kind.latest,
  )
  const born = relation === 'dependant' ? eventDate : addDays(life.born, life.chance.whole(-900, 900))
  const firstName = `${relation === 'dependant' ? 'Baby' : 'Pat'}${life.family.length + 1}`
  const body = {
    lifeEventId: kind.id,
    eventDate,
    familyMember: {
      title: 'Mx',
      first_name: firstName,
      surname: life.cells['surname'],
      date_of_birth: born,
      sex: life.chance.pick(['female', 'male']),
      fmember_type: relation === 'partner' ? 1 : 2,
      education: relation === 'dependant' ? 'no' : null,
      education_check: true,
    },
  }
  const told = await reportLifeEvent(portal, { token, body })
  if (told.status !== 201) return `tells of ${kind.id} on ${eventDate}: ${told.status} ${said(told)}`
  const id = (await readFamily(portal, token)).find((one) => one.firstName === firstName)?.id ?? ''
  life.family.push({ id, firstName, relation, born, ...(relation === 'partner' && { since: eventDate }) })
  const after = (await benefitsOf(portal, token)).filter(
    ({ availability, setupFields }) =>
      availability.available && setupFields.some(({ input }) => input.kind === 'people'),
  )
  const chosen = life.chance.happens(0.8)
    ? await chooseOneOf(life, { portal, token, today, report, open: after })
    : undefined
  return `tells of ${kind.id} on ${eventDate}${chosen === undefined ? '' : ` and ${chosen}`}`
}

async function goes(
  life: Life,
  { portal, today }: EventContext,
  type: 'divorce' | 'death',
): Promise<string | undefined> {
  const members = life.family.filter(
    ({ relation, until }) => until === undefined && (type === 'death' || relation === 'partner'),
  )
  const [first, ...others] = members
  const token = await signIn(portal, life.email)
  const kind = token === undefined ? undefined : (await kindsOf(portal, token)).find((one) => one.type === type)
  if (!first || token === undefined || !kind) return undefined
  const member = life.chance.pick([first, ...others])
  const since = latest(kind.earliest, latest(member.since ?? member.born, member.born))
  if (since > today) return undefined
  const eventDate = randomDay(life.chance, since, today)
  const evidence = kind.needsEvidence ? { fileName: 'paper.pdf', content: btoa('%PDF-1.7 a paper') } : null
  const body = { lifeEventId: kind.id, eventDate, familyMemberId: member.id, evidence }
  const told = await reportLifeEvent(portal, { token, body })
  if (told.status !== 201) return `tells of ${kind.id} on ${eventDate}: ${told.status} ${said(told)}`
  if (kind.needsEvidence) await portal.acceptEvidence(life.email)
  dropPromises(life)
  member.until = type === 'death' ? addDays(eventDate, 1) : isoDate.parse(iso(firstOfMonthAfter(day(today))))
  return `tells of ${kind.id} on ${eventDate}, which takes ${member.firstName} out of the family`
}

function said({ body }: Answer<Refusal>): string {
  return [body.message, JSON.stringify(body.errors ?? {})].filter(Boolean).join(' ')
}

function office(life: Life, reach: EventContext, changes: Cells, from: IsoDate): void {
  dropPromises(life)
  reach.addToUpload(changeCells(life, changes, { from, uploadedOn: reach.today }))
}

function isPaid(life: Life, reach: EventContext, [least, most]: [number, number]): string {
  const employment = employmentOn(life, reach.today)
  const from = latest(
    randomDay(life.chance, addDays(reach.today, -70), addDays(reach.today, 40)),
    employment?.first ?? reach.today,
  )
  const salary = Math.round((Number(cellOn(life, 'basic_salary', from)) * life.chance.whole(least, most)) / 100)
  office(life, reach, { basic_salary: `${salary}.00` }, from)
  return `is paid £${salary} from ${from}`
}

function payCorrected(life: Life, reach: EventContext): string | undefined {
  const wrong = life.facts.findLast(({ column }) => column === 'basic_salary')
  if (!wrong) return undefined
  const salary = Math.round((Number(wrong.value) * life.chance.whole(95, 105)) / 100) + 1
  office(life, reach, { basic_salary: `${salary}.00` }, wrong.from)
  return `has been paid £${salary} from ${wrong.from}, not £${wrong.value}`
}

function movesPayroll(life: Life, reach: EventContext): string | undefined {
  const others = reach.scheme.payrolls.filter((code) => code !== life.cells['payroll'])
  const [first, ...more] = others
  if (first === undefined) return undefined
  const payroll = life.chance.pick([first, ...more])
  const from = randomDay(life.chance, addDays(reach.today, -30), addDays(reach.today, 40))
  office(life, reach, { payroll }, latest(from, employmentOn(life, reach.today)?.first ?? from))
  return `is paid by ${payroll} from ${from}`
}

function givesNotice(life: Life, reach: EventContext): string {
  const employment = employmentOn(life, reach.today)
  const last = latest(addDays(reach.today, life.chance.whole(-25, 75)), addDays(employment?.first ?? reach.today, 1))
  return leavesOn(life, reach, last)
}

function noticeMoved(life: Life, reach: EventContext): string {
  return leavesOn(life, reach, addDays(reach.today, life.chance.whole(-10, 60)))
}

function leavesOn(life: Life, reach: EventContext, last: IsoDate): string {
  const employment = employmentOn(life, reach.today)
  if (employment) employment.last = last
  office(life, reach, { end_date: last, status: last < reach.today ? 'left' : 'active' }, reach.today)
  return `has ${last} as last day`
}

function noticeTakenBack(life: Life, reach: EventContext): string {
  const employment = employmentOn(life, reach.today)
  if (employment) delete employment.last
  office(life, reach, { end_date: '', status: 'active' }, reach.today)
  return 'stays after all'
}

function rejoins(life: Life, reach: EventContext): string | undefined {
  const { last } = employmentOn(life, reach.today) ?? {}
  if (last === undefined) return undefined
  const first = latest(addDays(last, 1), addDays(reach.today, life.chance.whole(-5, 20)))
  life.employments.push({ first })
  office(life, reach, { start_date: first, end_date: '', status: 'active', probation_end: '' }, first)
  return `comes back on ${first}`
}

function joins(life: Life, reach: EventContext): string {
  const first = life.joins ?? reach.today
  delete life.joins
  reach.addToUpload({ ...life.cells, effective_from: '' })
  return `joins on ${first}`
}

function dies(life: Life, reach: EventContext): string {
  const on = addDays(reach.today, -life.chance.whole(0, 12))
  life.dead = on
  leavesOn(life, reach, latest(on, employmentOn(life, reach.today)?.first ?? on))
  return `died on ${on}`
}

function latest(one: IsoDate, other: IsoDate): IsoDate {
  return one > other ? one : other
}
