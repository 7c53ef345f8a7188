import { welcomeQuery } from '../features/home/use-welcome.ts'
import { queries } from './queries.ts'

/** Into the cache, where Home finds the slides. */
export function fetchWelcome(): Promise<unknown> {
  return queries.fetchQuery(welcomeQuery)
}
