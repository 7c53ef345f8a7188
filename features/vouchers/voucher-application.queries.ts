import type { ClientId } from '../../contract/ids.ts'
import { registeredAddress } from '../../contract/redirects.ts'
import type { Tx } from '../../database/database.ts'
import { redirectOriginsOf } from '../../services/session/client.queries.ts'
import { voucherApplication, type VoucherApplication } from '../../services/my-benefits/voucher-application.rules.ts'

export type VoucherClient = {
  code: string
  name: string
  application: VoucherApplication | null
  isRefused: boolean
}

export async function readVoucherApplication(tx: Tx, clientId: ClientId): Promise<VoucherClient> {
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
