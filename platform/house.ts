import type { ClientId } from '../contract/ids.ts'
import type { CaptchaOffer, Verdict } from './captcha/captcha.ts'
import type { Tx } from './handle.ts'
import type { ServerSecret } from './keys.ts'

/** What the running process gives to handlers that need more than their request. */
export type House = {
  mode: Mode
  /** Each use derives a key of its own from it. */
  serverSecret: ServerSecret
  /** The client that answers on a site, whoever asks; null for an unknown one. */
  findClient: (site: string) => Promise<ClientId | null>
  /** Where mail for a client's support goes, where the client names nobody. */
  supportEmail: string
  /** The brand of a client that names none. */
  defaultBrand: string
  /** A transaction of another client than the caller's: for what is public about every client, such as its theme. */
  inClient: <T>(clientId: ClientId, work: (tx: Tx) => Promise<T>) => Promise<T>
  robotCheck: RobotCheck
}

/** The check that somebody is not a robot, for the pages of a site. */
export type RobotCheck = {
  offer: (page: SitePage) => Promise<CaptchaOffer>
  check: (token: string, page: SitePage) => Promise<Verdict>
}
type SitePage = { site: string; now: Date }

/** `demo` loads the example world and honours a moved clock; `test` only honours the clock; `production` does neither. */
export type Mode = 'demo' | 'production' | 'test'
