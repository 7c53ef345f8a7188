import { welcomeQuery } from '../features/home/use-welcome.ts'
import { queries } from './queries.ts'

/** Loads the welcome slides into the cache, where Home finds them. */
export function fetchWelcome(): Promise<unknown> {
  return queries.fetchQuery(welcomeQuery)
}
