import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'

export type VoucherAccount = { personId: PersonId; balance: Pence; lastPaymentOn: IsoDate | null }

export async function openVoucherAccounts(
  tx: Tx,
  clientId: ClientId,
  { accounts }: { accounts: readonly VoucherAccount[] },
): Promise<void> {
  if (accounts.length === 0) return
  await tx
    .insertInto('voucher_account')
    .values(
      accounts.map(({ personId, balance, lastPaymentOn }) => ({
        client_id: clientId,
        person_id: personId,
        balance_pence: balance,
        last_payment_on: lastPaymentOn,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function voucherAccountOf(
  tx: Tx,
  clientId: ClientId,
  { personId }: { personId: PersonId },
): Promise<VoucherAccount | undefined> {
  return tx
    .selectFrom('voucher_account')
    .select(['person_id as personId', 'balance_pence as balance', 'last_payment_on as lastPaymentOn'])
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}
