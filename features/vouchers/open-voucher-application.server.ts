import { type VoucherOrders, voucherLimits } from './voucher-orders.rules.ts'
import type { VoucherClient } from './voucher-application.queries.ts'
import { createVoucherToken } from './voucher-token.server.ts'

export type VoucherApplications = {
  secretOf: (name: string) => string | undefined
  standIn?: (url: string) => Promise<string | undefined>
  /** Null if the origin cannot be known for certain. */
  portalOf: (asked: { site: string; host: string | undefined }) => string | null
  note: (why: string) => void
}

type OpenRequest = { site: string; host: string | undefined; personId: string; orders: readonly VoucherOrders[] }

/** Null, with a line in the log, if a setting is wrong. */
export async function openApplication(
  applications: VoucherApplications,
  client: VoucherClient,
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
  // The sandbox of a frame has no effect against its own origin.
  if (origin === portal) return refused('it has the origin of the portal itself')
  return { url, token: createVoucherToken(secret, { ...opening, client, portal, application: origin }) }
}

export async function voucherFrameOrigin(
  applications: Pick<VoucherApplications, 'standIn'>,
  { application }: Pick<VoucherClient, 'application'>,
): Promise<string | null> {
  return application && new URL(await addressOf(applications, application.url)).origin
}

async function addressOf({ standIn }: Pick<VoucherApplications, 'standIn'>, url: string): Promise<string> {
  return (await standIn?.(url)) ?? url
}
