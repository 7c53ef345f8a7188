import { storeItem } from '../../ui/store-item.ts'

/** Stored between password and code, so that a reload continues (D-03). Useless without the http-only cookie. */
export type LoginCredentials = {
  email: string
  ticket: string
  exp: number
}

const KEY = 'loginCredentials'
const KEPT_MS = 5 * 60_000

/** Those of this page end by the monotonic clock, because the device's clock may be corrected meanwhile. */
type Held = { credentials: LoginCredentials; endsAt: number; isStored: boolean }
let held: Held | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Stores them for five minutes. A successful login and every logout also remove them. */
export function keepLoginCredentials({ email, ticket }: Pick<LoginCredentials, 'email' | 'ticket'>): void {
  const credentials = { email, ticket, exp: Date.now() + KEPT_MS }
  storeItem(localStorage, KEY, JSON.stringify(credentials))
  hold(credentials, KEPT_MS)
}

export function loginCredentials(): LoginCredentials | null {
  const kept = read()
  if (held?.isStored && held.credentials.ticket !== kept?.ticket) held = null
  if (!held && kept && kept.exp > Date.now() && kept.exp <= Date.now() + KEPT_MS) hold(kept, kept.exp - Date.now())
  if (held && held.endsAt > performance.now()) return held.credentials
  forgetLoginCredentials()
  return null
}

export function forgetLoginCredentials(): void {
  clearTimeout(timer)
  held = null
  localStorage.removeItem(KEY)
}

/** At start-up: removes expired credentials now and others when they expire. */
export function removeWhenEnded(): void {
  loginCredentials()
}

function hold(credentials: LoginCredentials, milliseconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(removeWhenEnded, milliseconds)
  held = { credentials, endsAt: performance.now() + milliseconds, isStored: KEY in localStorage }
}

function read(): LoginCredentials | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    // Any JSON value may be stored.
    const { email, ticket, exp } = kept as Partial<Record<keyof LoginCredentials, unknown>>
    return typeof email === 'string' && typeof ticket === 'string' && typeof exp === 'number'
      ? { email, ticket, exp }
      : null
  } catch {
    return null
  }
}
