import { welcomeQuery } from '../features/home/use-welcome-slides.ts'
import { queries } from './queries.ts'

export function preloadWelcomeSlides(): Promise<unknown> {
  return queries.fetchQuery(welcomeQuery)
}
