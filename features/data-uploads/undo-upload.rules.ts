import type { PersonId } from '../../contract/ids.ts'

/** A person whose employee number an upload changed, and the person who has the former number now (`by`). */
export type FormerNumber = {
  personId: PersonId
  by: PersonId
  keepsIt: boolean
}

/** Returns people who can't get their former number back. Each of them may block another person. */
export function peopleWithoutFormerNumber(taken: readonly FormerNumber[]): Set<PersonId> {
  const waitFor = Map.groupBy(taken, ({ by }) => by)
  const stay = new Set(taken.filter(({ keepsIt }) => keepsIt).map(({ personId }) => personId))
  // A Set also iterates over entries added during the loop.
  for (const by of stay) for (const { personId } of waitFor.get(by) ?? []) stay.add(personId)
  return stay
}
