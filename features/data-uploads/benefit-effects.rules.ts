import type { PersonId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { repricedSelections } from '../population/cost-changes.rules.ts'
import { eligibilityChanges } from '../population/eligibility-changes.rules.ts'
import type { Cost, Population } from '../population/population.rules.ts'
import type { DifferenceRow } from './data-uploads.contract.ts'

const kinds = { repriced: 'repriced', begun: 'begins', ended: 'ends' } as const

/** Contains no data about health or family (S-53). */
export function benefitEffectsBetween({ before, after }: { before: Population; after: Population }): DifferenceRow[] {
  const whoIs = (personId: PersonId) => {
    const person = after.people.get(personId)
    return { employeeId: personId, name: person?.name ?? '', employeeNumber: person?.number ?? null }
  }
  const benefitName = (code: string) => (after.benefits.get(code) ?? before.benefits.get(code))?.name ?? code
  const movements = eligibilityChanges({ before, after })
  const moved = (['gains', 'loses'] as const).flatMap((kind) =>
    movements.flatMap(({ name, [kind]: people }) =>
      people.map(({ personId, reason }) => ({
        kind,
        ...whoIs(personId),
        benefitName: name,
        reason,
        before: null,
        after: null,
      })),
    ),
  )
  const repriced = repricedSelections({ before, after }).map(({ personId, code, kind, ...costs }) => ({
    kind: kinds[kind],
    ...whoIs(personId),
    benefitName: benefitName(code),
    reason: null,
    before: kind === 'begun' ? null : inPounds(costs.before),
    after: kind === 'ended' ? null : inPounds(costs.after),
  }))
  return [...moved, ...repriced]
}

function inPounds({ employee, employer }: Cost): NonNullable<DifferenceRow['before']> {
  const of = ({ month, year }: Cost['employee']) => ({ month: poundsFromPence(month), year: poundsFromPence(year) })
  return { employee: of(employee), employer: of(employer) }
}
