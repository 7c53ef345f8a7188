import { showPence } from '../../contract/money.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { AttentionItem } from '../population/attention-list.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import type { NextYearForecast } from '../../services/benefits/next-year-outlook.rules.ts'
import { renewalPlanMessages as say } from './renewal-plan.messages.ts'

type PersonOutlook = { personId: PersonId; outlook: NextYearForecast }
type AffectedRenewal = { personId: PersonId; reason: string }

export type RenewalOfBenefit = {
  code: string
  name: string
  /** `unchanged`: people who keep their price or have a current order. `chosen`: people who have already chosen. */
  unchanged: number
  chosen: number
  repriced: AffectedRenewal[]
  capped: AffectedRenewal[]
  ends: AffectedRenewal[]
  asked: AffectedRenewal[]
  notPriced: AffectedRenewal[]
}

export function renewalsByBenefit(outlooks: readonly PersonOutlook[]): RenewalOfBenefit[] {
  return [...Map.groupBy(outlooks, ({ outlook }) => outlook.code)].map(([code, own]) => {
    const concerned = (reasonOf: (outlook: NextYearForecast) => string | undefined): AffectedRenewal[] =>
      own.flatMap(({ personId, outlook }) => {
        const reason = reasonOf(outlook)
        return reason === undefined ? [] : [{ personId, reason }]
      })
    const repriced = concerned(priceChange)
    const continuing = own.filter(({ outlook: { kind } }) => kind === 'continues' || kind === 'unchanged').length
    return {
      code,
      name: own[0]?.outlook.name ?? code,
      unchanged: continuing - repriced.length,
      chosen: own.filter(({ outlook }) => outlook.kind === 'chosen').length,
      repriced,
      capped: concerned((one) => (one.kind === 'continues' && one.capped ? say.capped : undefined)),
      ends: concerned((one) => (one.kind === 'ends' ? say.ends[one.because] : undefined)),
      asked: concerned((one) => (one.kind === 'asked' ? say.asked(one.because, one.priceThen !== null) : undefined)),
      notPriced: concerned((one) => (one.kind === 'not-priced' ? say.notPriced : undefined)),
    }
  })
}

export function renewalAttention(renewals: readonly RenewalOfBenefit[]): AttentionItem[] {
  return renewals.flatMap(({ code, ends, asked, notPriced, capped }) =>
    [
      ...of('ends-with-year', ends),
      ...of('needs-consent', asked),
      ...of('outside-limits', capped),
      ...of('no-price', notPriced),
    ].map((one) => ({ ...one, code })),
  )

  function of(kind: AttentionItem['kind'], concerned: readonly AffectedRenewal[]) {
    return concerned.map((one) => ({ kind, ...one }))
  }
}

function priceChange(outlook: NextYearForecast): string | undefined {
  if (outlook.kind !== 'continues') return undefined
  const [before, after] = [perMonth(outlook.priceNow), perMonth(outlook.priceThen)]
  return before === after ? undefined : say.repriced(before, after)
}

function perMonth(price: StoredPrice | null): string {
  return showPence(BigInt(price?.employeeMonthly ?? '0'))
}
