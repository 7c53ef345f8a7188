import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { PersonId, SelectionId } from '../../contract/ids.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import type { NewVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import type { OpeningSelection } from '../../features/scheme/opening-selections-file.server.ts'
import {
  type SelectionEvent,
  simulateSelection,
  type SimulatedSelection,
} from '../../features/selections/simulated-selection.server.ts'
import { versionAfterMedicalDecision } from '../../features/medical/medical-decision.server.ts'
import { RandomDraws } from '../../platform/random-draws.rules.ts'
import { benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import type { OfferedBenefit } from '../../services/my-benefits/benefits.queries.ts'
import type { SelectionWithHistory } from '../../services/recalculation/apply-version.rules.ts'
import { coreCoverVersion } from '../../services/recalculation/core-cover.server.ts'
import { keepsMinimumWage } from '../../services/recalculation/minimum-wage-check.server.ts'
import { newSchemeYearSteps } from '../../services/recalculation/new-scheme-year.server.ts'
import { recalculationSteps } from '../../services/recalculation/recalculate.server.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { drawChoice, drawEvents } from './draw-events.ts'
import type { ExamplePast } from './past-file.ts'
import { type Holder, type SchemeData, personSchemeByDay, yearOn } from './scheme-data.ts'

type Living = {
  email: string
  holder: Holder
  approverId?: PersonId
  data: SchemeData
  past: ExamplePast
  openings: readonly OpeningSelection[]
  days: { first: IsoDate; last: IsoDate } | undefined
}

export function simulatePerson({
  email,
  holder,
  approverId,
  data,
  past,
  openings,
  days,
}: Living): SimulatedSelection[] {
  if (!days) return []
  const schemeOn = personSchemeByDay(data, holder)
  const schemeYears = data.years.map(({ year }) => year)
  const lived: SimulatedSelection[] = []
  // Draws no events on the day of the start, and none once it is known that the person leaves.
  const { leavingKnownOn = past.today } = holder
  const end = leavingKnownOn < past.today ? leavingKnownOn : past.today
  const drawn = { ...days, last: days.last < end ? days.last : addDays(end, -1) }
  for (const benefit of yearOn(data, days.first).benefits) {
    const { id: benefitId, code, definition } = benefit
    if (definition.pot) continue
    const chance = new RandomDraws('example life', email, code)
    const opening = openings.find((one) => one.benefit === code)
    const others = lived.map(({ selection }) => selection)
    const held = opening && choiceOf(opening, holder)
    const person = {
      personId: holder.personId,
      family: holder.family,
      leaves: holder.leavingKnownOn !== undefined,
      ...(approverId && { approverId }),
    }
    const own = drawEvents(chance, {
      definition,
      past,
      person,
      days: { ...drawn, windows: windowsOf(data, drawn) },
      opening: held,
    })
    const core = coreEvents(chance, { benefit, past, holder, data, days, opening: held })
    const listed = (choices: ExamplePast['requests'], does: 'choose' | 'save-draft') =>
      choices
        .filter((one) => one.who === email && one.benefit === code)
        .map(({ on, values }): SelectionEvent => {
          // A choice made in the previous year can no longer begin in it, so it moves to this year's first day.
          const day = laterOf(on, yearOn(data, past.today).year.from)
          const at = `${day}T${day < past.today ? '12:10' : '00:01'}:00Z`
          return { on: day, at, actorId: holder.personId, does, choice: { values, people: [] } }
        })
    const asked = listed(past.requests, 'choose')
    const before = core ?? (asked.length > 0 && !opening && definition.approval !== 'automatic' ? [] : own)
    const events = [
      ...before,
      ...asked,
      ...listed(past.drafts, 'save-draft'),
      ...portalEvents(benefit, { holder, data, past, days, others }),
    ]
    const allowed = opening ? events : events.filter((event) => mayHappen(event, { benefit, schemeOn }))
    const simulated = simulate(allowed, { benefitId, schemeOn, schemeYears })
    if (simulated && keepsWage(simulated, { definition, holder, others, data })) lived.push(simulated)
  }
  return lived
}

/** Simulates events in order of time, and leaves out those that the portal would refuse. */
function simulate(
  events: readonly SelectionEvent[],
  { benefitId, ...context }: Pick<Parameters<typeof simulateSelection>[0], 'benefitId' | 'schemeOn' | 'schemeYears'>,
): SimulatedSelection | undefined {
  // A random UUID, as the database creates.
  const id = crypto.randomUUID() as SelectionId
  const ordered = events.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const whole = simulateSelection({ id, benefitId, events: ordered, ...context })
  if (whole) return whole
  let kept: SelectionEvent[] = []
  let simulated: SimulatedSelection | undefined
  for (const event of ordered) {
    const next = simulateSelection({ id, benefitId, events: [...kept, event], ...context })
    if (!next) continue
    kept = [...kept, event]
    simulated = next
  }
  return simulated
}

function mayHappen(
  event: SelectionEvent,
  { benefit, schemeOn }: { benefit: OfferedBenefit; schemeOn: ReturnType<typeof personSchemeByDay> },
): boolean {
  if (event.does !== importedAction || benefit.definition.coreChoice) return true
  const { decision } = benefitStatusOf(schemeOn(event.on), benefit)
  const unmet = decision.find(({ met }) => !met)
  return unmet === undefined || unmet.rule === 'open-now' || unmet.rule === 'counts-in-year'
}

function choiceOf({ values, people }: OpeningSelection, { family }: Holder): Choice {
  return {
    values,
    people: family.filter(({ firstName }) => people.includes(firstName)).map(({ id }) => id),
  }
}

function windowsOf(data: SchemeData, { first, last }: { first: IsoDate; last: IsoDate }) {
  return data.years
    .flatMap(({ windows }) => windows)
    .flatMap(({ cause, opensOn, closesOn, rules }) => {
      const span =
        cause === 'annual' && opensOn && closesOn
          ? { from: opensOn, to: closesOn }
          : cause === 'joiner' && rules.days
            ? { from: addDays(first, 2), to: addDays(first, rules.days - 2) }
            : undefined
      if (!span) return []
      const [from, to] = [span.from < first ? first : span.from, span.to > last ? last : span.to]
      return from <= to ? [{ from, to }] : []
    })
}

/** Core cover of everyone who qualifies. It is taken over from the former system, or starts with the employment. */
function coreEvents(
  chance: RandomDraws,
  {
    benefit,
    past,
    holder,
    data,
    days,
    opening,
  }: {
    benefit: OfferedBenefit
    past: ExamplePast
    holder: Holder
    data: SchemeData
    days: { first: IsoDate; last: IsoDate }
    opening: Choice | undefined
  },
): SelectionEvent[] | undefined {
  const { coreChoice } = benefit.definition
  if (!coreChoice) return undefined
  const { year, rates } = yearOn(data, days.first)
  const at = { on: days.first, at: `${days.first}T08:00:00Z`, actorId: null }
  const choice = opening ?? drawChoice(chance, past, { definition: benefit.definition, person: { family: [] } })
  if (days.first === past.begins) return choice ? [{ ...at, does: importedAction, choice, isAccepted: true }] : []
  const schemeOn = personSchemeByDay(data, holder)
  const person = { ...holder, ...schemeOn(days.first) }
  const scheme = { year, rates, taxTables: taxTables(), today: days.first }
  const events: SelectionEvent[] = [
    {
      ...at,
      does: 'recalculate',
      steps: () => {
        const version = coreCoverVersion({ definition: benefit.definition, person, scheme, from: days.first })
        return version ? [version] : []
      },
    },
    {
      ...momentOf(addDays(days.first, insurerDecidesAfter)),
      does: 'recalculate',
      steps: (history) => {
        if (history?.selection.state !== 'pended') return []
        const today = addDays(days.first, insurerDecidesAfter)
        const { selection, versions } = history
        const status = benefitStatusOf({ ...schemeOn(today), selections: new Map([[benefit.id, selection]]) }, benefit)
        return [versionAfterMedicalDecision(status, { selection, versions, accepts: 'all', today }).next]
      },
    },
  ]
  return events.filter(({ on }) => on <= days.last)
}

const insurerDecidesAfter = 18

function momentOf(on: IsoDate) {
  return { on, at: `${on}T09:20:00Z`, actorId: null }
}

function portalEvents(
  { id: benefitId }: OfferedBenefit,
  {
    holder,
    data,
    past,
    days,
    others,
  }: {
    holder: Holder
    data: SchemeData
    past: ExamplePast
    days: { first: IsoDate; last: IsoDate }
    others: readonly SelectionWithVersions[]
  },
): SelectionEvent[] {
  const schemeOn = personSchemeByDay(data, holder)
  const on = (day: IsoDate): SelectionEvent => ({
    on: day,
    at: `${day}T00:00:00Z`,
    actorId: null,
    does: 'recalculate',
    steps: (history) => {
      if (!history) return []
      const { year, rates, benefits } = yearOn(data, day)
      const offered = benefits.find((one) => one.id === benefitId)
      if (!offered) return []
      const { facts, periods, payCycleOn } = schemeOn(day)
      const inputs = { ...holder, facts, periods, payCycleOn }
      const scheme = { year, rates, taxTables: taxTables(), today: day }
      const definitionOf = (schemeYearId: string): BenefitDefinition | undefined =>
        data.years.find((one) => one.year.id === schemeYearId)?.benefits.find((one) => one.id === benefitId)?.definition
      const turn = (current: SelectionWithHistory): NewVersion[] =>
        newSchemeYearSteps(current, {
          before: (version) => (version.schemeYearId === year.id ? undefined : definitionOf(version.schemeYearId)),
          after: { definition: offered.definition, withdrawn: false },
          person: inputs,
          scheme,
          others,
          pricedOn: () => [],
          termsAccepted: true,
        })
      return recalculationSteps(history, {
        definition: offered.definition,
        person: inputs,
        scheme,
        since: year.from,
        ...(data.years[0]?.year.id !== year.id && { turn }),
      })
    },
  })
  const turns = data.years.map(({ year }) => year.from).filter((from) => days.first < from && from <= days.last)
  return [...turns, ...(holder.leavingKnownOn ? [holder.leavingKnownOn] : []), past.today].map(on)
}

function keepsWage(
  { selection }: SimulatedSelection,
  {
    definition,
    holder,
    others,
    data,
  }: { definition: BenefitDefinition; holder: Holder; others: readonly SelectionWithVersions[]; data: SchemeData },
): boolean {
  const { price, effectiveFrom } = selection.newest
  if (!price || !effectiveFrom) return true
  return keepsMinimumWage(price, {
    definition,
    person: holder,
    others,
    taxTables: taxTables(),
    year: yearOn(data, effectiveFrom).year,
    on: effectiveFrom,
  })
}
