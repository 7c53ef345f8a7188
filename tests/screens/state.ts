import type { Page } from '@playwright/test'
import { answerOtherwise, type Said } from './calls.ts'

/** A screen in a state that nobody reaches by its address alone: what the server says on the way there, and the way. */
export type State = {
  name: string
  path: string
  /** By the path of the call, with `{id}` for any id that is not named; a list is said one after the other. */
  says?: Readonly<Record<string, Answer>>
  /** What is other than in the server's own answer about who is here. */
  user?: object
  /** Somebody else looks: the page takes itself for a view, and its calls go on as one's own. */
  isView?: boolean
  /** What is asked for is never answered. */
  staysBusy?: boolean
  /** A client of its own, where only that one has the state. */
  site?: string
  /** The page's clock is moved. */
  movesClock?: boolean
  /** Stands between password and code. */
  isHalfWay?: boolean
  /** Ends where the state is there to be seen. */
  go: (page: Page) => Promise<void>
}

/** What the server says instead of its own answer; of a list one after the other, and the last one from then on. */
export type Answer = Said | readonly Said[]

export const said = (json: object): Answer => ({ status: 200, json })

export const refused = (status: number, code: string, error: string, more: object = {}) => ({
  status,
  json: { code, error, message: error, requestId: 'pictured', ...more },
})

/** What is asked for at this address is never answered. */
export function waits(page: Page, address: RegExp): void {
  answerOtherwise(page, ({ path }) => (address.test(path) ? 'nothing' : undefined))
}
