import { refuse } from '../../contract/refusals.ts'
import { notFromPortal, portalHeader } from '../../services/session/session.contract.ts'

type Headers = Record<string, string | undefined>

/** For calls authorised by a cookie alone: other sites can't send this header or our Origin (S-40). */
export function requirePortalCall(headers: Headers): void {
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
  const marked = headers[portalHeader.name.toLowerCase()] === portalHeader.value
  if (!isJson || (!marked && headers['idempotency-key'] === undefined)) throw refuse(notFromPortal)
}

/** Browsers send an Origin with every POST. Other callers have no cookie that could be abused. */
export function refuseForeignPage({ origin, host }: Headers): void {
  if (origin === undefined) return
  // Without the scheme, which behind a proxy that ends TLS only the browser knows.
  const own = URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
  if (!own) throw refuse(notFromPortal)
}
