import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { payrollsWithPeriods } from '../../services/payroll/pay-periods.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { ratesOf, type SchemeYear, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { recalculationInputsOf } from '../../services/recalculation/recalculate.queries.ts'
import { recalculateAllowances } from './recalculate-allowances.queries.ts'
import {
  benefitsOfYear,
  selectionHistories,
  knownPeople,
} from '../../services/recalculation/selection-history.queries.ts'
import type { SelectionWithHistory } from '../../services/recalculation/apply-version.rules.ts'
import { recalculatedAllowance } from '../../services/recalculation/recalculate-allowance.rules.ts'
import { recordNotices } from '../benefit-mails/sent-notices.queries.ts'
import { type FlexAllowance, allowanceFor, flexAllowancesOf } from '../../services/my-benefits/flex-allowances.rules.ts'
import { writeDeductionsOfMany } from '../../services/recalculation/selection-pay.queries.ts'
import { appendVersions } from '../../services/my-benefits/selections.queries.ts'
import { peopleDueIncrease } from './people-due-increase.queries.ts'
import { type IncreaseDay, increaseDays } from '../../domain/selections/yearly-increase.rules.ts'
import { keepsMinimumWage } from '../../services/recalculation/minimum-wage-check.server.ts'
import { type IncreaseOutcome, yearlyIncreaseSteps } from './yearly-increases.server.ts'
import type {
  RecalculationInputs,
  RecalculationScheme,
} from '../../services/recalculation/recalculation-inputs.server.ts'

const peoplePerStatement = 100

export type IncreaseDue = { personId: PersonId; benefitId: BenefitId; benefit: string; on: IsoDate; risen: boolean }

export async function applyYearlyIncreases(
  tx: Tx,
  clientId: ClientId,
  { people: among, today }: { people?: readonly PersonId[]; today: IsoDate },
): Promise<IncreaseDue[]> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return []
  const known = await benefitsOfYear(tx, clientId, { schemeYearId: year.id })
  const benefits = [...known].map(([id, { definition }]) => ({ id, code: definition.code, definition }))
  const due = benefits
    .flatMap((benefit) =>
      increaseDays(benefit.definition, { from: year.from, to: today }).map((day) => ({ benefit, day })),
    )
    .toSorted((a, b) => (a.day.on < b.day.on ? -1 : 1))
  if (due.length === 0) return []

  const scheme = { year, today, taxTables: taxTables(), rates: await ratesOf(tx, clientId, { schemeYearId: year.id }) }
  const pots = flexAllowancesOf(benefits)
  const steps = []
  for (const { benefit, day } of due) {
    const keptAs = `no yearly step of ${benefit.code} on ${day.on}`
    const people = await peopleDueIncrease(tx, clientId, { people: among, benefitId: benefit.id, day, keptAs })
    steps.push({ benefit, day, keptAs, people })
  }
  await lockPeople(tx, clientId, { people: [...new Set(steps.flatMap(({ people }) => people))] })
  const taken: IncreaseDue[] = []
  for (const { benefit, day, keptAs, people } of steps) {
    for (let from = 0; from < people.length; from += peoplePerStatement) {
      const step = {
        people: people.slice(from, from + peoplePerStatement),
        benefit,
        pot: allowanceFor(pots, benefit.id),
        day,
        scheme,
      }
      taken.push(...(await increaseForPeople(tx, clientId, { ...step, keptAs })))
    }
  }
  return taken
}

type Step = {
  benefit: { id: BenefitId; definition: BenefitDefinition }
  pot: FlexAllowance | undefined
  day: IncreaseDay
  scheme: RecalculationScheme & { year: SchemeYear }
}

async function increaseForPeople(
  tx: Tx,
  clientId: ClientId,
  { people, keptAs, ...step }: Step & { people: readonly PersonId[]; keptAs: string },
): Promise<IncreaseDue[]> {
  const { year, today } = step.scheme
  const held = await selectionHistories(tx, clientId, { people })
  const payrolls = await payrollsWithPeriods(tx, clientId, { from: year.from })
  const known = await knownPeople(tx, clientId, { people, date: year.from })
  const outcomes = known.map((person) => {
    const own = held.filter(({ selection }) => selection.personId === person.personId)
    return { personId: person.personId, ...increaseFor(own, recalculationInputsOf(person, payrolls), step) }
  })

  const kept = outcomes.filter(({ outcome }) => outcome === 'kept')
  await recordNotices(tx, clientId, { notices: kept.map(({ personId }) => ({ personId, about: keptAs, on: today })) })
  const continuations = outcomes.flatMap((one) =>
    one.outcome === 'risen' ? [{ selection: one.held.selection, steps: one.steps }] : [],
  )
  await appendVersions(tx, clientId, { continuations })
  await writeDeductionsOfMany(tx, clientId, { selections: continuations.map(({ selection }) => selection), today })
  const { id: benefitId, definition } = step.benefit
  const moved = continuations.map(({ selection: { personId } }) => ({ personId, benefitId, from: step.day.on }))
  if (step.pot) await recalculateAllowances(tx, clientId, { moved, today })
  return outcomes.flatMap(({ personId, outcome }) =>
    outcome === 'none'
      ? []
      : [{ personId, benefitId, benefit: definition.name, on: step.day.on, risen: outcome === 'risen' }],
  )
}

function increaseFor(
  own: readonly SelectionWithHistory[],
  person: RecalculationInputs,
  { benefit: { id, definition }, pot, day, scheme }: Step,
): (Extract<IncreaseOutcome, { outcome: 'risen' }> & { held: SelectionWithHistory }) | { outcome: 'kept' | 'none' } {
  const held = own.find(({ selection }) => selection.benefitId === id)
  if (!held) return { outcome: 'none' }
  const others = own.flatMap(({ selection }) => (selection.benefitId === id ? [] : [selection]))
  const histories = new Map(own.map((one) => [one.selection.benefitId, one]))
  const { taxTables, year } = scheme
  const step = yearlyIncreaseSteps(held, {
    day,
    definition,
    person,
    scheme,
    pot: pot && recalculatedAllowance(pot, id, histories),
    mayCost: (price) => keepsMinimumWage(price, { definition, person, others, taxTables, year, on: day.on }),
  })
  return step.outcome === 'risen' ? { ...step, held } : step
}
