import { storeItem } from '../../ui/store-item.ts'

/** Kept until the code is entered, so that the step survives a reload (D-03). Useless without the cookie. */
export type LoginCredentials = {
  email: string
  ticket: string
  exp: number
}

const KEY = 'loginCredentials'
const KEPT_MS = 5 * 60_000

/** `endsAt` uses the monotonic clock, because the device's clock may be corrected. */
type Held = { credentials: LoginCredentials; endsAt: number; isStored: boolean }
let held: Held | null = null
let timer: ReturnType<typeof setTimeout> | undefined

export function storeLoginCredentials({ email, ticket }: Pick<LoginCredentials, 'email' | 'ticket'>): void {
  const credentials = { email, ticket, exp: Date.now() + KEPT_MS }
  storeItem(localStorage, KEY, JSON.stringify(credentials))
  hold(credentials, KEPT_MS)
}

export function loginCredentials(): LoginCredentials | null {
  const kept = read()
  if (held?.isStored && held.credentials.ticket !== kept?.ticket) held = null
  if (!held && kept && kept.exp > Date.now() && kept.exp <= Date.now() + KEPT_MS) hold(kept, kept.exp - Date.now())
  if (held && held.endsAt > performance.now()) return held.credentials
  removeLoginCredentials()
  return null
}

export function removeLoginCredentials(): void {
  clearTimeout(timer)
  held = null
  localStorage.removeItem(KEY)
}

export function removeExpiredCredentials(): void {
  loginCredentials()
}

function hold(credentials: LoginCredentials, milliseconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(removeExpiredCredentials, milliseconds)
  held = { credentials, endsAt: performance.now() + milliseconds, isStored: KEY in localStorage }
}

function read(): LoginCredentials | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    // Storage may contain any JSON value.
    const { email, ticket, exp } = kept as Partial<Record<keyof LoginCredentials, unknown>>
    return typeof email === 'string' && typeof ticket === 'string' && typeof exp === 'number'
      ? { email, ticket, exp }
      : null
  } catch {
    return null
  }
}
