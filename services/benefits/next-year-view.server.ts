import { poundsFromPence } from '../../contract/money.ts'
import { nextScheme, type BenefitStatus } from '../my-benefits/benefit-status.server.ts'
import type { NextYearView } from '../../domain/selections/benefits.contract.ts'
import { planDetailsOf } from '../../domain/selections/plan-details.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { isUnchangedNextYear, nextYearText } from './next-year-text.server.ts'
import type { NextYearForecast } from './next-year-outlook.rules.ts'
import { renewalMessages as say } from './renewal.messages.ts'

export function nextYearView({ scheme, choosing }: BenefitStatus, outlook: NextYearForecast): NextYearView {
  const { from, kind, priceNow, benefitId } = outlook
  const priceThen = 'priceThen' in outlook ? outlook.priceThen : null
  const choice = 'choice' in outlook ? outlook.choice : null
  const next = scheme.before ? scheme : nextScheme(scheme)
  const definition = next?.benefits.find(({ id }) => id === benefitId)?.definition
  const facts = {
    from,
    outcome: kind,
    reason: reasonOf(outlook),
    lastDay: 'lastDay' in outlook ? outlook.lastDay : null,
    planDetails: definition && choice ? planDetailsOf(definition, choice) : [],
    perMonthNow: perMonth(priceNow),
    perMonthThen: perMonth(priceThen),
    chooseUntil: scheme.before && choosing.allowed ? (choosing.closesOn ?? null) : null,
  }
  return { ...facts, text: nextYearText(facts), same: isUnchangedNextYear(facts) }
}

function reasonOf(outlook: NextYearForecast): string | null {
  switch (outlook.kind) {
    case 'asked':
      return say.asked[outlook.because]
    case 'ends':
      return say.ends[outlook.because]
    case 'continues':
      return outlook.capped ? say.capped : null
    case 'not-priced':
      return say.notPriced
    case 'unchanged':
      return say.unchanged
    case 'chosen':
      return null
  }
}

function perMonth(price: StoredPrice | null): number | null {
  return price && poundsFromPence(BigInt(price.employeeMonthly))
}
