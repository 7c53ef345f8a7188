import type { Page } from '@playwright/test'
import { answerOtherwise, type Said } from './calls.ts'

/** A state of a screen that no address reaches alone, with the server's responses and the steps to it. */
export type State = {
  name: string
  path: string
  /** Responses by path, with `{id}` for any id not named. A list is returned in order. */
  says?: Readonly<Record<string, Answer>>
  /** Fields that replace those in the server's response about the user. */
  user?: object
  /** The page acts as a view of another person, but its calls use the user's own session. */
  isView?: boolean
  /** The page's calls are never answered. */
  staysBusy?: boolean
  /** Another client, if only that one has the state. */
  site?: string
  /** The test moves the page's clock. */
  movesClock?: boolean
  /** The second factor is pending. */
  isHalfWay?: boolean
  /** Steps that end when the state is visible. */
  go: (page: Page) => Promise<void>
}

/** Responses in place of the server's own. A list is returned in order, and its last entry repeats. */
export type Answer = Said | readonly Said[]

export const said = (json: object): Answer => ({ status: 200, json })

export const refused = (status: number, code: string, error: string, more: object = {}) => ({
  status,
  json: { code, error, message: error, requestId: 'pictured', ...more },
})

/** Calls to this address are never answered. */
export function waits(page: Page, address: RegExp): void {
  answerOtherwise(page, ({ path }) => (address.test(path) ? 'nothing' : undefined))
}
