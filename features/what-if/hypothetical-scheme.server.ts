import type { IsoDate } from '../../contract/dates.ts'
import { type LifeEventKind, windowAfter } from '../../services/people/life-events.rules.ts'
import type { EnrolmentWindow, FamilyRow, OfferedBenefit } from '../../services/my-benefits/benefits.queries.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import { hasFixedTotal } from '../../services/payroll/fixed-total.rules.ts'
import { priceByFacts } from '../../services/recalculation/recalculate.server.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { meetsConditionsOn } from '../../domain/eligibility/eligibility-loss.rules.ts'
import { familyFault } from '../../domain/selections/people-covered.rules.ts'
import { priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import { selectionAsOf } from '../../services/my-benefits/cover-in-force.server.ts'
import { paymentPosition } from '../../services/my-benefits/flex-allowances.rules.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { allowanceInUseOn } from '../../services/my-benefits/available-allowance.server.ts'
import { dateOfBirthAtAge, hypotheticalFacts } from './hypothetical-facts.rules.ts'
import type { ChangedFacts } from '../../domain/tax/what-if.contract.ts'
import { whatIfViewMessages as say } from '../../domain/tax/what-if-view.messages.ts'

export const newChildId = 'new-child'

/** `births`: kinds of life event that a new child causes. */
export function hypotheticalScheme(
  now: PersonScheme,
  { newChild = false, ...changed }: ChangedFacts,
  { births, on }: { births: readonly LifeEventKind[]; on: IsoDate },
): PersonScheme {
  if (!newChild && Object.keys(changed).length === 0) return now
  const { facts, person, family, windows, today } = now
  const dateOfBirth =
    changed.age === undefined ? person.dateOfBirth : dateOfBirthAtAge(person.dateOfBirth, { age: changed.age, today })
  const then: PersonScheme = {
    ...now,
    facts: hypotheticalFacts(facts, changed),
    person: { ...person, dateOfBirth },
    ...(newChild && {
      family: [...family, childBornOn(today)],
      windows: [...windows, ...births.map((kind) => windowOf(kind, today))],
    }),
  }
  return { ...then, selections: repricedSelections(then, on) }
}

function childBornOn(today: IsoDate): FamilyRow {
  return { id: newChildId, relationship: 'dependant', firstName: say.newChild, surname: '', dateOfBirth: today }
}

function windowOf(kind: LifeEventKind, today: IsoDate): EnrolmentWindow {
  const { takesEffect, benefits } = kind
  const rules = { takesEffect, benefits, eventDate: today }
  return { cause: 'life-event', ...windowAfter(kind, { eventDate: today, knownOn: today }), rules }
}

/** Reprices in payment order of the flex allowance, because each selection reduces the remainder. */
function repricedSelections(then: PersonScheme, on: IsoDate): PersonScheme['selections'] {
  const selections = new Map([...then.selections].map(([id, held]) => [id, datedFrom(then, held, on)]))
  const place = ({ id }: OfferedBenefit) => paymentPosition(then.pots, id)
  const known = [...then.benefits, ...then.pots].toSorted((a, b) => place(a) - place(b))
  for (const benefit of known) {
    const held = selections.get(benefit.id)
    if (!held || then.segments.has(held)) continue
    const member = { dateOfBirth: then.person.dateOfBirth, facts: then.facts }
    const isKept = held.running === null || meetsConditionsOn(benefit.definition, member, on)
    selections.set(benefit.id, isKept ? repriced({ ...then, selections }, benefit, held) : endedSelection(held))
  }
  return selections
}

function endedSelection(held: SelectionWithVersions): SelectionWithVersions {
  return { ...held, state: 'ended', versionInForce: null, running: null }
}

function datedFrom(then: PersonScheme, held: SelectionWithVersions, on: IsoDate): SelectionWithVersions {
  const running = selectionAsOf(then, held, on)
  return running.running ? running : held
}

/** Fixed totals (holiday, orders) and selections without a new price stay as agreed. */
function repriced(scheme: PersonScheme, benefit: OfferedBenefit, held: SelectionWithVersions): SelectionWithVersions {
  const { running } = held
  if (!running?.price || hasFixedTotal(running.price)) return held
  const { definition } = benefit
  const day = laterOf(scheme.today, running.effectiveFrom ?? scheme.today)
  const choice = withNewChild(scheme, { benefit, choice: running.choice, day })
  const { dateOfBirth } = scheme.person
  const priced = priceByFacts(
    { ...running, choice },
    {
      definition,
      person: { ...scheme, dateOfBirth },
      scheme,
      day,
      chosenFrom: running.effectiveFrom ?? day,
      pot: allowanceInUseOn(scheme, benefit.id, day).pot,
    },
  )
  if (!priced) return held
  return { ...held, running: { ...running, choice: { ...choice, people: [...priced.people] }, price: priced.price } }
}

function withNewChild(
  scheme: PersonScheme,
  { benefit: { definition }, choice, day }: { benefit: OfferedBenefit; choice: Choice; day: IsoDate },
): Choice {
  const { facts: known, family, person, taxTables } = scheme
  if (!family.some(({ id }) => id === newChildId)) return choice
  const { dateOfBirth } = person
  const facts = priceFactsOn({ dateOfBirth, facts: known, family, ...scheme.payCycleOn(day), taxTables }, day)
  const more = { ...choice, people: [...choice.people, newChildId] }
  const covers = definition.options.some(
    (option) => option.kind === 'people' && !familyFault({ definition, choice: more, facts, on: day }, option),
  )
  return covers ? more : choice
}
