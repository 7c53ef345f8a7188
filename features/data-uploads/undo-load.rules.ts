import type { PersonId } from '../../contract/ids.ts'

/** Somebody whose employee number an upload has changed, and whoever has their former one where it would count again. */
export type NumberTaken = {
  personId: PersonId
  by: PersonId
  /** Undoing the upload does not take it from them. */
  keepsIt: boolean
}

/** Whoever keeps their number because their former one is taken keeps it from somebody else in turn. */
export function whoseNumberIsGone(taken: readonly NumberTaken[]): Set<PersonId> {
  const waitFor = Map.groupBy(taken, ({ by }) => by)
  const stay = new Set(taken.filter(({ keepsIt }) => keepsIt).map(({ personId }) => personId))
  // Whoever joins them meanwhile is come to as well, once.
  for (const by of stay) for (const { personId } of waitFor.get(by) ?? []) stay.add(personId)
  return stay
}
