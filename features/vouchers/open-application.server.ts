import { type VoucherOrders, voucherLimits } from './voucher-orders.rules.ts'
import type { ClientOfVouchers } from './voucher-application.queries.ts'
import { mintVoucherToken } from './voucher-token.server.ts'

export type VoucherApplications = {
  secretOf: (name: string) => string | undefined
  /** Returns the local address of a demo's application; undefined for any other. */
  standIn?: (url: string) => Promise<string | undefined>
  /** Returns the origin of the requesting page; null if it is not known for certain. */
  portalOf: (asked: { site: string; host: string | undefined }) => string | null
  note: (why: string) => void
}

type OpenRequest = { site: string; host: string | undefined; personId: string; orders: readonly VoucherOrders[] }

/** Returns the address to frame and its token. Null, with a line in the log, if a setting is wrong. */
export async function openApplication(
  applications: VoucherApplications,
  client: ClientOfVouchers,
  { site, host, ...opening }: OpenRequest,
): Promise<{ url: string; token: string } | null> {
  const { application, isRefused } = client
  const refused = (why: string): null => {
    applications.note(why)
    return null
  }
  if (!application) return isRefused ? refused('its origin is not registered for the client') : null
  const secret = applications.secretOf(application.secretFrom) ?? ''
  if (secret.length < voucherLimits.secretLength)
    return refused(`${application.secretFrom} is missing, or shorter than ${voucherLimits.secretLength} characters`)
  const portal = applications.portalOf({ site, host })
  if (portal === null)
    return refused('the portal was asked at an address that is not its own, or PORTAL_URL is not set')
  const url = await addressOf(applications, application.url)
  const { origin } = new URL(url)
  // In a frame of our own origin the sandbox would have no effect.
  if (origin === portal) return refused('it has the origin of the portal itself')
  return { url, token: mintVoucherToken(secret, { ...opening, client, portal, application: origin }) }
}

/** Returns the only origin that pages of the client may frame, or null. */
export async function originToFrame(
  applications: Pick<VoucherApplications, 'standIn'>,
  { application }: Pick<ClientOfVouchers, 'application'>,
): Promise<string | null> {
  return application && new URL(await addressOf(applications, application.url)).origin
}

async function addressOf({ standIn }: Pick<VoucherApplications, 'standIn'>, url: string): Promise<string> {
  return (await standIn?.(url)) ?? url
}
