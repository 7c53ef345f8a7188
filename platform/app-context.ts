import type { ClientId } from '../contract/ids.ts'
import type { Tx } from './handle.ts'
import type { ServerSecret } from './key-ring.ts'
import type { CaptchaChallenge, CaptchaVerdict } from './captcha-provider.ts'

export type AppContext = {
  mode: Mode
  serverSecret: ServerSecret
  findClient: (site: string) => Promise<ClientId | null>
  supportEmail: string
  defaultBrand: string
  /** The client need not be the caller's. For public data only, such as a theme. */
  inClient: <T>(clientId: ClientId, work: (tx: Tx) => Promise<T>) => Promise<T>
  captcha: CaptchaService
}

export type CaptchaService = {
  offer: (page: SitePage) => Promise<CaptchaChallenge>
  check: (token: string, page: SitePage) => Promise<CaptchaVerdict>
}
type SitePage = { site: string; now: Date }

/** `demo` loads the example clients and allows a moved clock. `test` only allows the clock. `production` does neither. */
export type Mode = 'demo' | 'production' | 'test'
