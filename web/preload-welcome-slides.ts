import { welcomeQuery } from '../features/home/use-welcome.ts'
import { queries } from './queries.ts'

/** Loads the welcome slides into the query cache, from which Home shows them. */
export function preloadWelcomeSlides(): Promise<unknown> {
  return queries.fetchQuery(welcomeQuery)
}
