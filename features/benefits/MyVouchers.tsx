import { showVoucherDate } from '../../contract/voucher-date.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { showPounds } from '../../contract/money.ts'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { useVouchersOnly } from '../session/use-vouchers-only.ts'
import type { listVoucherOrders } from '../vouchers/vouchers.contract.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { benefitCan } from '../../domain/selections/benefit-state.rules.ts'
import layout from '../benefit-parts/Layout.module.css'
import { myVouchersMessages as say } from './my-vouchers.messages.ts'
import { useVoucherBalance, useVoucherOrders } from './use-my-vouchers.ts'

export function MyVouchers({ benefit }: { benefit: BenefitView }) {
  const balance = useVoucherBalance()
  const orders = useVoucherOrders()
  const isKnown = balance.data !== undefined && orders.data !== undefined
  const ccvOnly = useVouchersOnly((state) => state.ccvOnly)
  const isMember =
    benefit.selection !== null || ccvOnly || (isKnown && (orders.data.length > 0 || isAccount(balance.data)))
  if (!isMember) return null
  return (
    <section className={layout.section} aria-labelledby="my-vouchers">
      <h2 id="my-vouchers">{say.title}</h2>
      <Card>
        {isKnown ? (
          <div className={layout.section}>
            <Account {...balance.data} />
            {balance.data.balance > 0 && <VoucherSpending claim={benefit.claim} />}
            <Orders orders={orders.data} />
            <Limit benefit={benefit} />
          </div>
        ) : balance.isError || orders.isError ? (
          <ErrorState
            error={balance.error ?? orders.error}
            title={say.failed}
            onRetry={() => void Promise.all([balance.refetch(), orders.refetch()])}
          />
        ) : (
          <Loading label={say.loading}>
            <Skeleton shape="heading" width="third" />
            <Skeleton shape="block" />
          </Loading>
        )}
      </Card>
    </section>
  )
}

type Balance = { balance: number; lastPaymentDate: string | null }

const isAccount = ({ balance, lastPaymentDate }: Balance) => balance > 0 || lastPaymentDate !== null

function Account({ balance, lastPaymentDate }: Balance) {
  return (
    <dl className={layout.rows}>
      <div>
        <dt>{say.balance}</dt>
        <dd>
          <Money amount={balance} />
        </dd>
      </div>
      <div>
        <dt>{say.lastPayment}</dt>
        <dd>{lastPaymentDate ? showVoucherDate(lastPaymentDate) : say.noPayment}</dd>
      </div>
    </dl>
  )
}

function VoucherSpending({ claim }: Pick<BenefitView, 'claim'>) {
  if (!claim || (!claim.html && !claim.link)) return null
  return (
    <div>
      {claim.html && <SafeHtml html={claim.html} headingFrom={3} />}
      {claim.link && (
        <p className={layout.iconLine}>
          <Icon name="external" />
          <span>
            <a href={claim.link} rel="noopener noreferrer">
              {say.spend}
            </a>{' '}
            <span className={layout.small}>{say.opensElsewhere}</span>
          </span>
        </p>
      )}
    </div>
  )
}

function Orders({ orders }: { orders: ReplyOf<typeof listVoucherOrders> }) {
  return (
    <div className={layout.section}>
      <h3>{say.orders}</h3>
      {orders.length === 0 ? (
        <p className={layout.soft}>{say.noOrders}</p>
      ) : (
        <dl className={layout.rows}>
          {orders.map(({ voucherDate, state, amount }) => (
            <div key={`${voucherDate} ${state}`}>
              <dt>
                {showVoucherDate(voucherDate)} <span className={layout.small}>{say[state]}</span>
              </dt>
              <dd>
                <Money amount={amount} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Limit({ benefit }: { benefit: BenefitView }) {
  const input = benefit.setupFields.find(({ input: { kind } }) => kind === 'number')?.input
  if (input?.kind !== 'number' || !benefitCan.change(benefit)) return null
  return <p className={layout.small}>{say.limit(showPounds(input.max))}</p>
}
