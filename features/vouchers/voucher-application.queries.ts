import type { ClientId } from '../../contract/ids.ts'
import { registeredAddress } from '../../contract/redirects.ts'
import type { Tx } from '../../database/database.ts'
import { redirectOriginsOf } from '../session/client.queries.ts'
import { voucherApplication, type VoucherApplication } from './voucher-application.rules.ts'

export type ClientOfVouchers = {
  code: string
  name: string
  application: VoucherApplication | null
  /** There is one, and its origin is not registered for the client: nothing opens it, and the log says so (S-63). */
  isRefused: boolean
}

/** The client, with the application in which its employers manage vouchers. */
export async function readVoucherApplication(tx: Tx, clientId: ClientId): Promise<ClientOfVouchers> {
  const row = await tx
    .selectFrom('client')
    .select(['code', 'name', 'switches', 'voucher_application'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const { code, name } = row
  const settings = voucherApplication.safeParse(row.voucher_application)
  if (!settings.success) return { code, name, application: null, isRefused: false }
  const isRegistered = registeredAddress(settings.data.url, redirectOriginsOf(row.switches)) !== null
  return { code, name, application: isRegistered ? settings.data : null, isRefused: !isRegistered }
}
