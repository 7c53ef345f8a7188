import { showDate } from '../../../contract/dates.ts'
import { showPence } from '../../../contract/money.ts'
import { textTable } from '../../../platform/text-table.ts'
import { ageOn } from '../pricing/age.ts'
import type { DatedFact } from '../person-facts.rules.ts'
import { selectionViewMessages } from '../selection-view.messages.ts'
import type { Standing } from '../standing.server.ts'
import { explainMessages as say } from './explain.messages.ts'

/** Who they are, and every fact that may decide something: as it stands on the day, and what is known to come. */
export function personText({ scheme }: Standing): string {
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
        .filter(({ fact }) => fact === name)
        .map((fact) => [label, valueOf(fact), fact.effectiveFrom <= today ? since(fact) : coming(fact)]),
    ),
  ]
  return `${say.person}\n${textTable(rows, [{}, {}, {}])}`
}

function valueOf({ fact, value }: DatedFact): string {
  if (value === null) return say.nothing
  if (fact.endsWith('-salary')) return showPence(BigInt(value))
  return /-date$|^probation-end$|-since$/.test(fact) ? showDate(value) : value
}

function since({ effectiveFrom }: DatedFact): string {
  return say.since(showDate(effectiveFrom))
}

function coming({ effectiveFrom }: DatedFact): string {
  return say.from(showDate(effectiveFrom))
}
