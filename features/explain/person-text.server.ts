import { showDate } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import { isAmountFact } from '../../services/people/people-csv.rules.ts'
import { ageOn } from '../../domain/pricing/age.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { type DatedFact, factOn } from '../../domain/tax/person-facts.rules.ts'
import { selectionViewMessages } from '../../services/my-benefits/selection-view.messages.ts'
import { paragraph, textTable } from '../../platform/text-table.ts'
import type { Explained, FactsKnownThen } from './explanation.server.ts'
import { explainMessages as say } from './explain.messages.ts'

export function personText({
  benefitStatus: { scheme },
  knownThen,
}: Pick<Explained, 'benefitStatus' | 'knownThen'>): string {
  const { person, family, facts, today } = scheme
  const rows = [
    [say.born, say.age(showDate(person.dateOfBirth), ageOn(person.dateOfBirth, today)), ''],
    ...family.map(({ relationship, firstName, surname, dateOfBirth }) => [
      selectionViewMessages.relationship[relationship],
      say.member(`${firstName} ${surname}`, showDate(dateOfBirth)),
      '',
    ]),
    ...Object.entries(say.facts).flatMap(([name, label]) =>
      facts
        .filter((fact) => fact.fact === name && !isSuperseded(fact, { facts, today }))
        .toSorted((one, other) => (one.effectiveFrom < other.effectiveFrom ? -1 : 1))
        .map((fact) => [
          label,
          valueOf(fact),
          (fact.effectiveFrom <= today ? say.since : say.from)(showDate(fact.effectiveFrom)),
        ]),
    ),
  ]
  return [
    say.person,
    textTable(rows, [{}, {}, {}]),
    ...(knownThen ? knownOtherwiseText(knownThen, { facts, today }) : []),
  ].join('\n')
}

function isSuperseded(
  { fact, effectiveFrom }: DatedFact,
  { facts, today }: Pick<PersonScheme, 'facts' | 'today'>,
): boolean {
  return facts.some((one) => one.fact === fact && effectiveFrom < one.effectiveFrom && one.effectiveFrom <= today)
}

function knownOtherwiseText(
  knownThen: FactsKnownThen,
  { facts, today }: Pick<PersonScheme, 'facts' | 'today'>,
): string[] {
  if (knownThen.facts.length === 0) return [paragraph(say.nobodyThen)]
  const rows = Object.entries(say.facts).flatMap(([name, label]) => {
    const was = knownThen.facts.find(({ fact }) => fact === name)
    if ((was?.value ?? null) === factOn(facts, name, today)) return []
    return [[label, was ? valueOf(was) : say.notKnown, was ? say.since(showDate(was.effectiveFrom)) : '']]
  })
  return rows.length === 0 ? [] : [paragraph(say.knownThen), textTable(rows, [{}, {}, {}])]
}

function valueOf({ fact, value }: DatedFact): string {
  if (value === null) return say.nothing
  if (isAmountFact(fact)) return showPence(BigInt(value))
  return /-date$|^probation-end$|-since$|-notice$/.test(fact) ? showDate(value) : value
}
