import { welcomeQuery } from '../features/home/use-welcome.ts'
import { queries } from './queries.ts'

/** The slides of a first login, into the place from which Home takes them. */
export function fetchWelcome(): Promise<unknown> {
  return queries.fetchQuery(welcomeQuery)
}
