import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { type Payroll, payrollsWithPeriods } from '../payroll/pay-periods.queries.ts'
import { queueNotices } from '../mail/mail.queries.ts'
import { taxYearStart } from '../../domain/tax/relevant-earnings.rules.ts'
import { taxTables } from '../payroll/tax-tables.queries.ts'
import { ratesOf, type SchemeYear, schemeYearOn, schemeYearsOf } from '../my-benefits/benefits.queries.ts'
import { coverEndedMail } from '../mail/family-cover-mail.messages.ts'
import { firstDayMovedMail } from '../mail/first-day-moved-mail.messages.ts'
import { payScheduleOf } from '../../domain/windows/pay-periods.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { conditionFactNames } from '../../domain/eligibility/eligibility-loss.rules.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { writeDeductionsOfMany } from './selection-pay.queries.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'
import type { NewVersion, SelectionHead, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { appendVersions, type AppendedVersions, selectionHeadOf } from '../my-benefits/selections.queries.ts'
import { acceptedTermsOfMany } from '../my-benefits/benefit-terms.queries.ts'
import { coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { yearEndVersion, newSchemeYearSteps } from './new-scheme-year.server.ts'
import { unspentAllowance } from './allowance-carry-over.rules.ts'
import { coreCoverVersion } from './core-cover.server.ts'
import { priceChangeDates } from './price-change-dates.rules.ts'
import { selectionAfterLeaving, recalculationSteps } from './recalculate.server.ts'
import {
  benefitsPaidBefore,
  type FlexAllowance,
  allowanceFor,
  flexAllowancesOf,
} from '../my-benefits/flex-allowances.rules.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'
import { isStartMove } from './moved-start.server.ts'
import { type SelectionWithHistory, applyVersion } from './apply-version.rules.ts'
import { recalculatedAllowance } from './recalculate-allowance.rules.ts'
import { rateChangeDates } from './rate-changes.rules.ts'
import { priceFactNames } from './repricing.server.ts'
import { recalculationMessages as say } from './recalculation.messages.ts'
import { benefitsOfYear, selectionHistories, knownPeople, type KnownPerson } from './selection-history.queries.ts'
import type { RecalculationInputs, RecalculationScheme } from './recalculation-inputs.server.ts'

const peoplePerBatch = 100

export type ChangedFacts = ReadonlyMap<PersonId, IsoDate>

/** Recalculates selections in the transaction that recorded the facts. Safe to repeat. Returns the versions written. */
export async function recalculateForFacts(
  tx: Tx,
  clientId: ClientId,
  { changed, today }: { changed: ChangedFacts; today: IsoDate },
): Promise<number> {
  return writeAll(tx, clientId, { recalculated: calculateForChangedFacts(tx, clientId, { changed, today }), today })
}

/** Calculates the versions that `recalculateForFacts` writes, in batches of people. Locks their selections. */
export async function* calculateForChangedFacts(
  tx: Tx,
  clientId: ClientId,
  { changed, today }: { changed: ChangedFacts; today: IsoDate },
): AsyncGenerator<RecalculatedSelection[]> {
  const [earliest] = [...changed.values()].toSorted()
  if (earliest === undefined) return
  const people = [...changed.keys()].toSorted()
  yield* recalculate(tx, clientId, { people, sinceOf: ({ personId }) => changed.get(personId), earliest, today })
}

type RecalculationRequest = {
  people: readonly PersonId[]
  sinceOf: (selection: SelectionHead) => IsoDate | undefined
  earliest: IsoDate
  concerned?: readonly BenefitId[]
  because?: string
  today: IsoDate
}

/** Recalculates selections, each from its own day. Mails people whose family cover ends or whose first day moves. */
export async function recalculateSince(tx: Tx, clientId: ClientId, request: RecalculationRequest): Promise<number> {
  const { today } = request
  return writeAll(tx, clientId, { recalculated: recalculate(tx, clientId, request), today })
}

async function* recalculate(
  tx: Tx,
  clientId: ClientId,
  { people, sinceOf, earliest, concerned, because, today }: RecalculationRequest,
): AsyncGenerator<RecalculatedSelection[]> {
  if (people.length === 0) return
  const common = await schemeForEveryone(tx, clientId, { earliest, because, today })
  if (!common) return
  for (let from = 0; from < people.length; from += peoplePerBatch)
    yield stepsOfPeople(tx, clientId, {
      people: people.slice(from, from + peoplePerBatch),
      sinceOf,
      ...(concerned && { concerned }),
      common,
    })
}

async function writeAll(
  tx: Tx,
  clientId: ClientId,
  { recalculated, today }: { recalculated: AsyncIterable<RecalculatedSelection[]>; today: IsoDate },
): Promise<number> {
  let versions = 0
  for await (const some of recalculated)
    versions += await writeRecalculated(tx, clientId, { recalculated: some, today })
  return versions
}

export async function writeRecalculated(
  tx: Tx,
  clientId: ClientId,
  { recalculated, today }: { recalculated: readonly RecalculatedSelection[]; today: IsoDate },
): Promise<number> {
  await appendVersions(tx, clientId, { continuations: recalculated })
  await writeDeductionsOfMany(tx, clientId, { selections: recalculated.map(({ selection }) => selection), today })
  await queueNotices(tx, clientId, {
    notices: recalculated.flatMap(({ selection: { personId }, uncovers, movesStart }) => [
      ...(uncovers ? [{ to: { personId }, kind: coverEndedMail, cause: `cover ended ${today}` }] : []),
      ...(movesStart ? [{ to: { personId }, kind: firstDayMovedMail, cause: `first day moved ${today}` }] : []),
    ]),
  })
  return recalculated.reduce((sum, { steps }) => sum + steps.length, 0)
}

export async function recalculateForRecordedFacts(
  tx: Tx,
  clientId: ClientId,
  { facts, today }: { facts: readonly (DatedFact & { personId: PersonId })[]; today: IsoDate },
): Promise<number> {
  return recalculateForFacts(tx, clientId, { changed: changesByPerson(facts), today })
}

export function changesByPerson(facts: readonly (DatedFact & { personId: PersonId })[]): ChangedFacts {
  const changed = new Map<PersonId, IsoDate>()
  for (const { personId, fact, effectiveFrom } of facts) {
    if (!recalculationFactNames.has(fact)) continue
    const earliest = changed.get(personId)
    if (earliest === undefined || effectiveFrom < earliest) changed.set(personId, effectiveFrom)
  }
  return changed
}

/** Recalculates the whole scheme year, because prices by age were wrong from the start. */
export async function recalculateForBirthDates(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<number> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year || people.length === 0) return 0
  return recalculateSince(tx, clientId, {
    people: people.toSorted(),
    sinceOf: () => year.from,
    earliest: year.from,
    because: say.bornOtherwise,
    today,
  })
}

const recalculationFactNames: ReadonlySet<string> = new Set([
  ...priceFactNames,
  ...conditionFactNames,
  'end-date',
  'start-date',
])

type YearOfScheme = {
  scheme: RecalculationScheme
  benefits: Awaited<ReturnType<typeof benefitsOfYear>>
  pots: readonly FlexAllowance[]
}

type CommonScheme = {
  former: YearOfScheme | undefined
  years: readonly YearOfScheme[]
  payrolls: ReadonlyMap<string, Payroll>
  from: IsoDate
}

async function schemeForEveryone(
  tx: Tx,
  clientId: ClientId,
  { earliest, because, today }: { earliest: IsoDate; because: string | undefined; today: IsoDate },
): Promise<CommonScheme | undefined> {
  const all = await schemeYearsOf(tx, clientId)
  const first = all.findIndex(({ to }) => to >= earliest)
  const reached = first < 0 ? all.slice(-1) : all.slice(first)
  const [year] = reached
  if (!year) return undefined
  const before = all[all.indexOf(year) - 1]
  const read = async (one: SchemeYear): Promise<YearOfScheme> => {
    const rates = await ratesOf(tx, clientId, { schemeYearId: one.id })
    const benefits = await benefitsOfYear(tx, clientId, { schemeYearId: one.id })
    return {
      scheme: { year: one, rates, taxTables: taxTables(), ...(because !== undefined && { because }), today },
      benefits,
      pots: flexAllowancesOf([...benefits].map(([id, { definition }]) => ({ id, code: definition.code, definition }))),
    }
  }
  const years: YearOfScheme[] = []
  for (const one of reached) years.push(await read(one))
  return {
    former: before && (await read(before)),
    years,
    payrolls: await payrollsWithPeriods(tx, clientId, { from: year.from }),
    // Relevant earnings need the facts of 6 April.
    from: taxYearStart(year.from),
  }
}

/** Safe to store as JSON. `uncovers`: a family member loses cover. `movesStart`: the first working day changed. */
export type RecalculatedSelection = AppendedVersions & { uncovers: boolean; movesStart: boolean }

async function stepsOfPeople(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    sinceOf,
    concerned,
    common,
  }: Pick<RecalculationRequest, 'people' | 'sinceOf' | 'concerned'> & { common: CommonScheme },
): Promise<RecalculatedSelection[]> {
  const allowances = common.years.flatMap((year) => year.pots)
  const benefits = concerned && withTheirAllowances(concerned, allowances)
  const histories = await selectionHistories(tx, clientId, { people, benefits })
  if (histories.length === 0) return []
  const knownByPerson = await knownPeople(tx, clientId, { people, date: common.from })
  const inputsByPerson = new Map(
    knownByPerson.map((person) => [person.personId, recalculationInputsOf(person, common.payrolls)]),
  )
  const accepted = await termsAcceptedBy(tx, clientId, { people, common })
  return [...Map.groupBy(histories, ({ selection }) => selection.personId)].flatMap(([personId, own]) => {
    const person = inputsByPerson.get(personId)
    return person ? stepsOfPerson(own, { person, common, sinceOf, accepted }) : []
  })
}

async function termsAcceptedBy(
  tx: Tx,
  clientId: ClientId,
  { people, common }: { people: readonly PersonId[]; common: CommonScheme },
): Promise<AcceptedBy> {
  const asks = common.years.some(({ benefits }) =>
    [...benefits.values()].some(({ definition }) => definition.terms?.needsConsent),
  )
  const found = asks ? await acceptedTermsOfMany(tx, clientId, { people }) : []
  const accepted = new Set(
    found.map(({ personId, benefitId, termId, version }) => [personId, benefitId, termId, version].join()),
  )
  return ({ personId, benefitId }, terms) => accepted.has([personId, benefitId, terms.id, terms.version].join())
}

type AcceptedBy = (selection: SelectionHead, terms: NonNullable<BenefitDefinition['terms']>) => boolean

/** Adds all benefits of a shared flex allowance, because a changed price changes what is left for the others. */
function withTheirAllowances(benefits: readonly BenefitId[], allowances: readonly FlexAllowance[]): BenefitId[] {
  const shared = benefits.flatMap((id) =>
    allowances
      .filter((allowance) => allowanceFor([allowance], id))
      .flatMap((allowance) => [allowance.id, ...allowance.pays.map((one) => one.id)]),
  )
  return [...new Set([...benefits, ...shared])]
}

type OfPerson = {
  person: RecalculationInputs
  common: CommonScheme
  sinceOf: RecalculationRequest['sinceOf']
  accepted: AcceptedBy
}

function stepsOfPerson(
  histories: readonly SelectionWithHistory[],
  { person, common, sinceOf, accepted }: OfPerson,
): RecalculatedSelection[] {
  const current = new Map(histories.map((one) => [one.selection.benefitId, one]))
  const stepsTaken = new Map<BenefitId, NewVersion[]>()
  const take = (benefitId: BenefitId, steps: readonly NewVersion[]) => {
    const { today } = common.years[0]?.scheme ?? {}
    const before = current.get(benefitId)
    if (!before || today === undefined) return
    stepsTaken.set(benefitId, [...(stepsTaken.get(benefitId) ?? []), ...steps])
    current.set(
      benefitId,
      steps.reduce((history, next) => applyVersion(history, next, today), before),
    )
  }
  const concerned = new Map<BenefitId, IsoDate>()
  for (const [index, year] of common.years.entries()) {
    const former = [common.former, ...common.years.slice(0, index)].filter((one) => one !== undefined)
    for (const [benefitId, since] of recalculateYear(year, {
      held: histories,
      stands: current,
      take,
      former,
      person,
      sinceOf,
      accepted,
    }))
      concerned.set(benefitId, since)
  }
  return histories.flatMap(({ selection }) => {
    const steps = withOneRenewal(shownOnce(stepsTaken.get(selection.benefitId) ?? []))
    const since = concerned.get(selection.benefitId)
    const uncovers = steps.some(({ choice }) =>
      selection.running?.choice.people.some((id) => !choice.people.includes(id)),
    )
    return steps.length > 0 || (since !== undefined && payMoves(person, since))
      ? [
          {
            selection: selectionHeadOf(selection),
            steps,
            uncovers,
            movesStart: steps.some((step) => isStartMove(step, selection)),
          },
        ]
      : []
  })
}

/** Recalculates benefits of a flex allowance in payment order, the allowance last. Returns each benefit's first changed day. */
function recalculateYear(
  { scheme, benefits, pots: allowances }: YearOfScheme,
  {
    held: histories,
    stands: current,
    take,
    former,
    person,
    sinceOf,
    accepted,
  }: Omit<OfPerson, 'common'> & {
    held: readonly SelectionWithHistory[]
    stands: ReadonlyMap<BenefitId, SelectionWithHistory>
    take: (benefitId: BenefitId, steps: readonly NewVersion[]) => void
    former: readonly YearOfScheme[]
  },
): Map<BenefitId, IsoDate> {
  const { year, today } = scheme
  const started = former.length > 0 && year.from <= today
  const formerOf = ({ schemeYearId }: Pick<SelectionVersion, 'schemeYearId'>) =>
    former.find((one) => one.scheme.year.id === schemeYearId)
  for (const { id, definition } of allowances) {
    const own = current.get(id)
    if (own && started && sinceOf(own.selection) !== undefined)
      take(id, renewedAllowance(own, { definition, person, scheme, formerOf }))
  }
  const running = allowances.flatMap(({ id }) => {
    const own = current.get(id)
    return own ? [[id, selectionAfterLeaving(own, person, today)] as const] : []
  })
  const shared = allowances.flatMap(({ id, pays }) => [...pays.map((one) => one.id), id])
  const inOrder = histories.toSorted(
    (a, b) => shared.indexOf(a.selection.benefitId) - shared.indexOf(b.selection.benefitId),
  )
  const looked = new Map<BenefitId, IsoDate>()
  for (const { selection } of inOrder) {
    const { benefitId } = selection
    const [one, offered] = [current.get(benefitId), benefits.get(benefitId)]
    const shares = allowanceFor(allowances, benefitId)
    const concerned = shares
      ? [benefitId, ...benefitsPaidBefore(shares, benefitId).map(({ id }) => id)].flatMap((id) => current.get(id) ?? [])
      : [one]
    const [since] = concerned.flatMap((each) => (each && sinceOf(each.selection)) ?? []).toSorted()
    if (!one || !offered || since === undefined) continue
    looked.set(benefitId, since)
    const { definition } = offered
    const allowance = shares && recalculatedAllowance(shares, benefitId, new Map([...current, ...running]))
    const renewSteps = (history: SelectionWithHistory) =>
      newSchemeYearSteps(history, {
        before: (version) => formerOf(version)?.benefits.get(benefitId)?.definition,
        after: offered,
        person,
        scheme,
        pot: allowance,
        others: [...current.values()].flatMap((other) =>
          other.selection.benefitId === benefitId ? [] : [other.selection],
        ),
        pricedOn: (day) =>
          [...current.values()].flatMap((other) => {
            const price = coverPeriodOn(coverPeriodsOf(other.versions), day)?.version.price
            const knownByPerson = benefits.get(other.selection.benefitId)
            return price && knownByPerson && other.selection.benefitId !== benefitId
              ? [{ definition: knownByPerson.definition, price }]
              : []
          }),
        termsAccepted: definition.terms !== undefined && accepted(selection, definition.terms),
      })
    const turns = started && definition.pot === undefined
    take(
      benefitId,
      recalculationSteps(one, {
        definition,
        person,
        scheme,
        since,
        pot: allowance,
        ...(turns && { turn: renewSteps }),
      }),
    )
  }
  return looked
}

function renewedAllowance(
  histories: SelectionWithHistory,
  {
    definition,
    person,
    scheme,
    formerOf,
  }: {
    definition: BenefitDefinition
    person: RecalculationInputs
    scheme: RecalculationScheme
    formerOf: (version: SelectionVersion) => YearOfScheme | undefined
  },
): NewVersion[] {
  const { selection, versions } = selectionAfterLeaving(histories, person, scheme.today)
  const segment = coverPeriodOn(coverPeriodsOf(versions), scheme.year.from)
  const former = segment && formerOf(segment.version)
  if (!former) return []
  const rules = former.benefits.get(selection.benefitId)?.definition.pot
  const next = coreCoverVersion({
    definition,
    person,
    scheme,
    from: scheme.year.from,
    state: selection.state,
    renews: { running: selection.versionInForce !== null, until: segment.until },
    carried: rules?.excess === 'roll-over' ? unspentAllowance(versions, former.scheme.year) : 0n,
  })
  const ended = next ?? yearEndVersion(selection, segment, { lastDay: addDays(scheme.year.from, -1), because: 'year' })
  return ended ? [ended] : []
}

/** Keeps a `restate` step only at the end, because a later year's steps replace it. */
function shownOnce(steps: readonly NewVersion[]): NewVersion[] {
  return steps.filter(({ action }, index) => action !== 'restate' || index === steps.length - 1)
}

/** Merges a renewal with a price for the same day, such as an allowance's price after the benefits it pays for. */
function withOneRenewal(steps: readonly NewVersion[]): NewVersion[] {
  return steps.flatMap((step, index) => {
    const [before, after] = [steps[index - 1], steps[index + 1]]
    if (before && isPricedOnItsDay(before, step)) return []
    return [after && isPricedOnItsDay(step, after) ? { ...step, price: after.price } : step]
  })
}

function isPricedOnItsDay(renewal: NewVersion, repricing: NewVersion): boolean {
  return (
    renewal.action === 'renew' && repricing.action === 'reprice' && renewal.effectiveFrom === repricing.effectiveFrom
  )
}

export function recalculationInputsOf(
  { dateOfBirth, facts, family, startsKnown }: KnownPerson,
  payrolls: ReadonlyMap<string, Payroll>,
): RecalculationInputs {
  return {
    dateOfBirth,
    facts,
    family,
    startsKnown,
    ...payScheduleOf(facts, payrolls),
  }
}

/** A move to another payroll changes deductions even if the price stays the same. */
function payMoves({ facts }: RecalculationInputs, since: IsoDate): boolean {
  return facts.some(({ fact, effectiveFrom }) => fact === 'payroll' && effectiveFrom >= since)
}

export type StartedCover = { personId: PersonId; benefitId: BenefitId; effectiveFrom: IsoDate }

export async function recalculateForLaterFacts(
  tx: Tx,
  clientId: ClientId,
  { begun: started, today }: { begun: readonly StartedCover[]; today: IsoDate },
): Promise<number> {
  const years = await schemeYearsOf(tx, clientId)
  const [first] = started.map(({ effectiveFrom }) => effectiveFrom).toSorted()
  const year = years.findLast(({ from }) => first !== undefined && from <= first) ?? years[0]
  if (!year) return 0
  const people = [...new Set(started.map(({ personId }) => personId))]
  const knownByPerson = await knownPeople(tx, clientId, { people, date: year.from })
  const rates = await ratesOf(tx, clientId, { schemeYearId: year.id })
  const benefits = await benefitsOfYear(tx, clientId, { schemeYearId: year.id })
  const changed = new Map<PersonId, IsoDate>()
  for (const person of knownByPerson) {
    const own = started.filter(({ personId }) => personId === person.personId)
    const news = own.flatMap(({ benefitId, effectiveFrom: after }) => {
      const definition = benefits.get(benefitId)?.definition
      const turns = years.flatMap(({ from }) => (after < from && from <= today ? [from] : []))
      return [
        ...turns,
        ...[definition && nextDayToRecalculate(person, { definition, rates, after, today })].flatMap(
          (day) => day ?? [],
        ),
      ]
    })
    const [since] = news.toSorted()
    if (since !== undefined) changed.set(person.personId, since)
  }
  return recalculateForFacts(tx, clientId, { changed, today })
}

export function nextDayToRecalculate(
  person: Pick<RecalculationInputs, 'dateOfBirth' | 'facts' | 'family'>,
  {
    definition,
    rates,
    after,
    today,
  }: { definition: BenefitDefinition; rates: readonly RateTable[]; after: IsoDate; today: IsoDate },
): IsoDate | undefined {
  const next = addDays(after, 1)
  const later = person.facts.filter(
    ({ fact, effectiveFrom }) => recalculationFactNames.has(fact) && effectiveFrom > after,
  )
  const [first] = [
    ...later.map(({ effectiveFrom }) => effectiveFrom),
    ...rateChangeDates(definition, rates, { from: next, to: today }),
    ...priceChangeDates(definition, person, { from: next, to: today }),
  ].toSorted()
  return first ?? (firstDayAfterLeaving(person.facts) === null ? undefined : next)
}
