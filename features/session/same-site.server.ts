import { refuse } from '../../contract/refusals.ts'
import { notFromPortal, portalHeader } from './session.contract.ts'

type Headers = Record<string, string | undefined>

/** For calls that a cookie alone authorises: other sites cannot send this header or our Origin (S-40). */
export function requirePortalCall(headers: Headers): void {
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
  const marked = headers[portalHeader.name.toLowerCase()] === portalHeader.value
  if (!isJson || (!marked && headers['idempotency-key'] === undefined)) throw refuse(notFromPortal)
}

/** Every browser names the Origin of a POST; a caller that is no browser has no cookie to be abused. */
export function refuseForeignPage({ origin, host }: Headers): void {
  if (origin === undefined) return
  // The scheme is not compared: behind a proxy that ends TLS, only the browser knows it.
  const own = URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
  if (!own) throw refuse(notFromPortal)
}
