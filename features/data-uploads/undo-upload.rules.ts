import type { PersonId } from '../../contract/ids.ts'

/** A person whose employee number an upload changed, and the person who now has the former number. */
export type FormerNumber = {
  personId: PersonId
  by: PersonId
  /** `by` keeps the number when the upload is undone. */
  keepsIt: boolean
}

/** Returns people who cannot get their former number back. Each of them keeps the current one, which may block another person. */
export function withoutFormerNumber(taken: readonly FormerNumber[]): Set<PersonId> {
  const waitFor = Map.groupBy(taken, ({ by }) => by)
  const stay = new Set(taken.filter(({ keepsIt }) => keepsIt).map(({ personId }) => personId))
  // A Set also iterates over entries that are added during the loop, each once.
  for (const by of stay) for (const { personId } of waitFor.get(by) ?? []) stay.add(personId)
  return stay
}
