import { useId, useState } from 'react'
import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { useScrollRegion } from '../../ui/use-scroll-region.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import layout from '../benefit-parts/Layout.module.css'
import amountsStyles from '../benefit-parts/BeforeAndAfter.module.css'
import type { Basket, BasketItem } from './basket.contract.ts'
import { basketMessages as say } from './basket.messages.ts'

const TakeHomeEffect = loadOnDemand(() => import('../take-home/TakeHomeEffect.tsx').then((m) => m.TakeHomeEffect))

type TotalsView = NonNullable<Basket['together']>
type Amounts = { perMonth: number; perYear: number }

export function BasketTotals({ together, items }: { together: TotalsView; items: readonly BasketItem[] }) {
  const region = useScrollRegion(say.togetherCaption)
  const id = useId()
  const { on, pays, insteadOf, levies, takeHome } = together
  const paidLater = items.some((item) => item.insteadOf?.from)
  const waits = items.some(({ becomes }) => becomes === 'pending' || becomes === 'pending-change')
  return (
    <Card as="section" labelledBy={id} tinted>
      <div className={layout.section}>
        <h2 id={id}>{say.together}</h2>
        <p className={layout.small}>{say.from(showDate(on))}</p>
        <div {...region} className={amountsStyles.region}>
          <table className={`${amountsStyles.table} ${amountsStyles.lined} ${amountsStyles.worded}`}>
            <caption className="visually-hidden">{say.togetherCaption}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{say.figure}</span>
                </th>
                <th scope="col">{say.month}</th>
                <th scope="col">{say.year}</th>
              </tr>
            </thead>
            <tbody>
              <Row label={say.youPay} amounts={pays.employee} words={payAmount} />
              {isAny(insteadOf.employee) && (
                <Row
                  label={paidLater ? say.insteadOf : say.insteadOfToday}
                  amounts={insteadOf.employee}
                  words={payAmount}
                />
              )}
              <Row label={say.employer} amounts={pays.employer} words={payAmount} />
              {levies && <Row label={say.incomeTax} amounts={levies.incomeTax} words={signedAmount} />}
              {levies && <Row label={say.nationalInsurance} amounts={levies.nationalInsurance} words={signedAmount} />}
              {takeHome.outcome === 'computed' && (
                <Row label={say.takeHome} amounts={takeHome.change} words={signedAmount} strong />
              )}
            </tbody>
          </table>
        </div>
        {takeHome.outcome === 'not-computed' && <p className={layout.small}>{takeHome.reason}</p>}
        {waits && <p className={layout.small}>{say.asIfApproved}</p>}
        {takeHome.outcome === 'computed' && <TakeHomeDetails effect={takeHome} items={items} />}
      </div>
    </Card>
  )
}

function TakeHomeDetails({ effect, items }: { effect: TakeHomeView; items: readonly BasketItem[] }) {
  const [asked, setAsked] = useState(false)
  const periodsPerYear = items.find(({ price }) => price)?.price?.periodsPerYear ?? 12
  return (
    <Disclosure summary={say.details} onOpen={() => setAsked(true)}>
      {asked && (
        <TakeHomeEffect
          effect={effect}
          periodsPerYear={periodsPerYear}
          compared={{ caption: say.comparedCaption, before: say.without, after: say.changedTo }}
        />
      )}
    </Disclosure>
  )
}

type RowProps = { label: string; amounts: Amounts; words: (amount: number) => string; strong?: boolean }

function Row({ label, amounts, words, strong = false }: RowProps) {
  return (
    <tr data-strong={strong || undefined}>
      <th scope="row">{label}</th>
      <td>{words(amounts.perMonth)}</td>
      <td>{words(amounts.perYear)}</td>
    </tr>
  )
}

function payAmount(amount: number): string {
  return amount < 0 ? say.added(showPounds(-amount)) : showPounds(amount)
}

function signedAmount(amount: number): string {
  if (amount === 0) return say.same
  return amount < 0 ? say.less(showPounds(-amount)) : say.more(showPounds(amount))
}

function isAny({ perMonth, perYear }: Amounts): boolean {
  return perMonth !== 0 || perYear !== 0
}
