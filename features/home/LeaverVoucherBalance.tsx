import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { showVoucherDate } from '../../contract/voucher-date.ts'
import { Money } from '../../ui/Money.tsx'
import { readVoucherBalance } from '../vouchers/vouchers.contract.ts'
import { vouchersLeftMessages as say } from './leaver-voucher-balance.messages.ts'
import styles from './HomePage.module.css'

export function LeaverVoucherBalance() {
  const { data } = useQuery({
    queryKey: ['vouchers', 'balance'],
    queryFn: ({ signal }) => call(readVoucherBalance, {}, signal),
  })
  if (!data) return null
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{say.balance}</dt>
        <dd>
          <Money amount={data.balance} />
        </dd>
      </div>
      {data.lastPaymentDate && (
        <div>
          <dt>{say.lastPayment}</dt>
          <dd>{showVoucherDate(data.lastPaymentDate)}</dd>
        </div>
      )}
    </dl>
  )
}
