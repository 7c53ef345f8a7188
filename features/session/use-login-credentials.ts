/** Stored between password and code, so that a reload continues (D-03). Useless without the http-only cookie. */
export type LoginCredentials = {
  email: string
  ticket: string
  exp: number
}

const KEY = 'loginCredentials'
const KEPT_MS = 5 * 60_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Stores them for five minutes. A successful login and every logout also remove them. */
export function keepLoginCredentials({ email, ticket }: Pick<LoginCredentials, 'email' | 'ticket'>): void {
  localStorage.setItem(KEY, JSON.stringify({ email, ticket, exp: Date.now() + KEPT_MS }))
  removeWhenEnded()
}

export function loginCredentials(): LoginCredentials | null {
  const kept = read()
  if (kept && kept.exp > Date.now() && kept.exp <= Date.now() + KEPT_MS) return kept
  forgetLoginCredentials()
  return null
}

export function forgetLoginCredentials(): void {
  clearTimeout(timer)
  localStorage.removeItem(KEY)
}

/** At start-up: removes expired credentials now and others when they expire. */
export function removeWhenEnded(): void {
  clearTimeout(timer)
  const kept = loginCredentials()
  if (kept) timer = setTimeout(removeWhenEnded, kept.exp - Date.now())
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
