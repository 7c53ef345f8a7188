import { addDays, type IsoDate } from '../../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { type Payroll, payrollsFrom } from '../../payroll/pay-periods.queries.ts'
import { queueNotice } from '../../mail/mail.queries.ts'
import { taxTables } from '../../take-home/tax-tables.queries.ts'
import { ratesOf, type SchemeYear, schemeYearOn } from '../benefits.queries.ts'
import { coverEndedMail } from '../notices/family-cover-mail.messages.ts'
import { paidBy } from '../windows/pay-periods.rules.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { conditionFactNames } from '../eligibility/lost-conditions.rules.ts'
import type { DatedFact } from '../eligibility/person-facts.rules.ts'
import { writePays } from '../pay/selection-pay.queries.ts'
import type { RateTable } from '../pricing/rate-table.ts'
import type { SelectionHead } from '../selections/selection.rules.ts'
import { appendVersions, type Continuation } from '../selections/selections.queries.ts'
import { datesReached } from './dates-reached.rules.ts'
import { afterLeaving, type Followed, type FollowingScheme, stepsToFollow } from './following.server.ts'
import { countedBefore, type Pot, potFor, potsOf } from '../pots/pots.rules.ts'
import { goneFrom } from './leaving.rules.ts'
import { type Held, played } from './played.rules.ts'
import { potFollowed } from './pot-followed.rules.ts'
import { ratesReached } from './rates-reached.rules.ts'
import { priceFactNames } from './repricing.server.ts'
import { followingMessages as say } from './following.messages.ts'
import { benefitsOfYear, heldByPeople, knownPeople, type KnownPerson } from './held.queries.ts'

/** Of how many people the selections are held in memory at once. */
const together = 100

/** Whose facts changed, and the first day from which one of them counts. */
export type ChangedFacts = ReadonlyMap<PersonId, IsoDate>

/**
 * Has selections follow the facts, in the transaction that recorded them: what runs is priced anew from the day a fact
 * counts, ends with the employment and is restored with it; pay follows. Answers how many versions were written, 0 where
 * everything follows already.
 */
export async function followFacts(
  tx: Tx,
  clientId: ClientId,
  { changed, today }: { changed: ChangedFacts; today: IsoDate },
): Promise<number> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year || changed.size === 0) return 0
  const people = [...changed.keys()].toSorted()
  return followSince(tx, clientId, { people, sinceOf: ({ personId }) => changed.get(personId), year, today })
}

type Following = {
  people: readonly PersonId[]
  /** The first day of which something may have changed for a selection; undefined for one that nothing concerns. */
  sinceOf: (selection: SelectionHead) => IsoDate | undefined
  /** The benefits that may be concerned, where not all of them are. */
  concerned?: readonly BenefitId[]
  /** Why, where no fact and no rate says so. */
  because?: string
  year: SchemeYear
  today: IsoDate
}

/**
 * The same for some of the selections of people, each from a day of its own. Whose family member is covered no more has a
 * mail, at most one a day.
 */
export async function followSince(
  tx: Tx,
  clientId: ClientId,
  { people, sinceOf, concerned, because, year, today }: Following,
): Promise<number> {
  if (people.length === 0) return 0
  const common = await commonScheme(tx, clientId, { because, year, today })
  let versions = 0
  for (let from = 0; from < people.length; from += together) {
    const continuations = await stepsOfPeople(tx, clientId, {
      people: people.slice(from, from + together),
      sinceOf,
      ...(concerned && { concerned }),
      common,
    })
    await appendVersions(tx, clientId, { continuations })
    await writePays(tx, clientId, { selections: continuations.map(({ selection }) => selection), today })
    for (const personId of new Set(continuations.flatMap((one) => (one.uncovers ? [one.selection.personId] : []))))
      await queueNotice(tx, clientId, { to: { personId }, kind: coverEndedMail, cause: `cover ended ${today}` })
    versions += continuations.reduce((sum, { steps }) => sum + steps.length, 0)
  }
  return versions
}

/** The same for facts as they were recorded. */
export async function followRecorded(
  tx: Tx,
  clientId: ClientId,
  { facts, today }: { facts: readonly (DatedFact & { personId: PersonId })[]; today: IsoDate },
): Promise<number> {
  const changed = new Map<PersonId, IsoDate>()
  for (const { personId, fact, effectiveFrom } of facts) {
    if (!followedNames.has(fact)) continue
    const earliest = changed.get(personId)
    if (earliest === undefined || effectiveFrom < earliest) changed.set(personId, effectiveFrom)
  }
  return followFacts(tx, clientId, { changed, today })
}

/** A date of birth that was corrected always was what it is now: what goes by an age is priced anew for the whole year. */
export async function followBirthDates(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<number> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year || people.length === 0) return 0
  return followSince(tx, clientId, {
    people: people.toSorted(),
    sinceOf: () => year.from,
    because: say.bornOtherwise,
    year,
    today,
  })
}

const followedNames: ReadonlySet<string> = new Set([...priceFactNames, ...conditionFactNames, 'end-date', 'start-date'])

/** What is the same for everybody, read once. */
type CommonScheme = {
  scheme: FollowingScheme
  benefits: Awaited<ReturnType<typeof benefitsOfYear>>
  pots: readonly Pot[]
  payrolls: ReadonlyMap<string, Payroll>
}

async function commonScheme(
  tx: Tx,
  clientId: ClientId,
  { because, year, today }: { because: string | undefined; year: SchemeYear; today: IsoDate },
): Promise<CommonScheme> {
  const rates = await ratesOf(tx, clientId, { schemeYearId: year.id })
  const benefits = await benefitsOfYear(tx, clientId, { schemeYearId: year.id })
  return {
    scheme: { year, rates, taxTables: taxTables(), ...(because !== undefined && { because }), today },
    benefits,
    pots: potsOf([...benefits].map(([id, { definition }]) => ({ id, code: definition.code, definition }))),
    payrolls: await payrollsFrom(tx, clientId, { from: year.from }),
  }
}

/** `uncovers`: somebody in the family is no longer covered by it. */
type Followup = Continuation & { uncovers: boolean }

async function stepsOfPeople(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    sinceOf,
    concerned,
    common,
  }: Pick<Following, 'people' | 'sinceOf' | 'concerned'> & { common: CommonScheme },
): Promise<Followup[]> {
  const { year } = common.scheme
  const benefits = concerned && withTheirPots(concerned, common.pots)
  const held = await heldByPeople(tx, clientId, { people, benefits })
  if (held.length === 0) return []
  const known = await knownPeople(tx, clientId, { people, date: year.from })
  const followed = new Map(known.map((person) => [person.personId, followedIn(person, common.payrolls)]))
  return [...Map.groupBy(held, ({ selection }) => selection.personId)].flatMap(([personId, own]) => {
    const person = followed.get(personId)
    return person ? stepsOfPerson(own, { person, common, sinceOf }) : []
  })
}

/** What shares a pot with a benefit costs otherwise when that one does, and so does what is left of the pot. */
function withTheirPots(benefits: readonly BenefitId[], pots: readonly Pot[]): BenefitId[] {
  const shared = benefits.flatMap((id) => {
    const pot = potFor(pots, id)
    return pot ? [pot.id, ...pot.pays.map((one) => one.id)] : []
  })
  return [...new Set([...benefits, ...shared])]
}

/**
 * What shares a pot follows in the order in which it pays, and the pot itself last: each sees what those before it cost by now,
 * and the pot on the days on which it runs by now.
 */
function stepsOfPerson(
  held: readonly Held[],
  {
    person,
    common: { scheme, benefits, pots },
    sinceOf,
  }: { person: Followed; common: CommonScheme; sinceOf: Following['sinceOf'] },
): Followup[] {
  const stands = new Map(held.map((one) => [one.selection.benefitId, one]))
  const running = pots.flatMap(({ id }) => {
    const own = stands.get(id)
    return own ? [[id, afterLeaving(own, person, scheme.today)] as const] : []
  })
  const shared = pots.flatMap(({ id, pays }) => [...pays.map((one) => one.id), id])
  const inOrder = held.toSorted((a, b) => shared.indexOf(a.selection.benefitId) - shared.indexOf(b.selection.benefitId))
  return inOrder.flatMap(({ selection }) => {
    const { benefitId } = selection
    const [one, definition] = [stands.get(benefitId), benefits.get(benefitId)?.definition]
    const shares = potFor(pots, benefitId)
    const concerned = shares
      ? [benefitId, ...countedBefore(shares, benefitId).map(({ id }) => id)].flatMap((id) => stands.get(id) ?? [])
      : [one]
    const [since] = concerned.flatMap((each) => (each && sinceOf(each.selection)) ?? []).toSorted()
    if (!one || !definition || since === undefined) return []
    const pot = shares && potFollowed(shares, benefitId, new Map([...stands, ...running]))
    const steps = stepsToFollow(one, { definition, person, scheme, since, pot })
    stands.set(
      benefitId,
      steps.reduce((before, next) => played(before, next, scheme.today), one),
    )
    const uncovers = steps.some(({ choice }) =>
      selection.running?.choice.people.some((id) => !choice.people.includes(id)),
    )
    return steps.length > 0 || payMoves(person, since) ? [{ selection, steps, uncovers }] : []
  })
}

/** A person as their prices and their pay need them. */
export function followedIn(
  { dateOfBirth, facts, family }: KnownPerson,
  payrolls: ReadonlyMap<string, Payroll>,
): Followed {
  return {
    dateOfBirth,
    facts,
    family,
    ...paidBy(facts, payrolls),
  }
}

/** Whoever moves to another payroll is paid there, also what costs the same. */
function payMoves({ facts }: Followed, since: IsoDate): boolean {
  return facts.some(({ fact, effectiveFrom }) => fact === 'payroll' && effectiveFrom >= since)
}

/** Something that begins to run, also where its day is past. */
export type Begun = { personId: PersonId; benefitId: BenefitId; effectiveFrom: IsoDate }

/**
 * What is known to count later than something that begins to run, such as a rise or the last day, is followed from that day
 * on; what it begins with was agreed.
 */
export async function followLaterFacts(
  tx: Tx,
  clientId: ClientId,
  { begun, today }: { begun: readonly Begun[]; today: IsoDate },
): Promise<number> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return 0
  const people = [...new Set(begun.map(({ personId }) => personId))]
  const known = await knownPeople(tx, clientId, { people, date: year.from })
  const rates = await ratesOf(tx, clientId, { schemeYearId: year.id })
  const benefits = await benefitsOfYear(tx, clientId, { schemeYearId: year.id })
  const changed = new Map<PersonId, IsoDate>()
  for (const person of known) {
    const own = begun.filter(({ personId }) => personId === person.personId)
    const news = own.flatMap(({ benefitId, effectiveFrom: after }) => {
      const definition = benefits.get(benefitId)?.definition
      return (definition && laterNews(person, { definition, rates, after, today })) ?? []
    })
    const [since] = news.toSorted()
    if (since !== undefined) changed.set(person.personId, since)
  }
  return followFacts(tx, clientId, { changed, today })
}

/**
 * The first day after another from which something that is followed counts: a fact, also one that is still to come, or, up
 * to today, other rates, a birthday or the day on which a dependant grows out. What comes after today is followed on its day.
 */
export function laterNews(
  person: Pick<Followed, 'dateOfBirth' | 'facts' | 'family'>,
  {
    definition,
    rates,
    after,
    today,
  }: { definition: BenefitDefinition; rates: readonly RateTable[]; after: IsoDate; today: IsoDate },
): IsoDate | undefined {
  const next = addDays(after, 1)
  const later = person.facts.filter(({ fact, effectiveFrom }) => followedNames.has(fact) && effectiveFrom > after)
  const [first] = [
    ...later.map(({ effectiveFrom }) => effectiveFrom),
    ...ratesReached(definition, rates, { from: next, to: today }),
    ...datesReached(definition, person, { from: next, to: today }),
  ].toSorted()
  return first ?? (goneFrom(person.facts) === null ? undefined : next)
}
