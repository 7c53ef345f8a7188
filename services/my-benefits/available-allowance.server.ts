import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import { hasFixedTotal } from '../payroll/fixed-total.rules.ts'
import type { PersonScheme } from './person-scheme.server.ts'
import { carriedOver, benefitsPaidBefore, allowanceFor, priceWithoutAllowance } from './flex-allowances.rules.ts'
import { coverInForceOn } from './cover-in-force.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import type { AllowanceInUse, AllowanceClaim } from '../../domain/pricing/available-allowance.ts'

export function allowanceInUseOn(scheme: PersonScheme, benefitId: BenefitId, day: IsoDate): { pot?: AllowanceInUse } {
  const { pots: allowances, selections, supposed } = scheme
  const allowance = allowanceFor(allowances, benefitId)
  const own = allowance && coverInForceOn(scheme, selections.get(allowance.id), day)
  if (!allowance?.definition.pot || !own) return {}
  const claims = benefitsPaidBefore(allowance, benefitId).flatMap(({ id, definition }): AllowanceClaim[] => {
    const other = supposed?.get(id)
    const running = other === undefined ? coverInForceOn(scheme, selections.get(id), day) : undefined
    const price = other ?? running?.version.price
    const amount = price ? claimOf(price) : undefined
    return amount === undefined ? [] : [{ label: definition.name, amount, from: running?.from ?? day }]
  })
  return {
    pot: {
      name: allowance.definition.name,
      rules: allowance.definition.pot,
      carried: carriedOver(own.version.choice),
      claims,
    },
  }
}

function claimOf(price: StoredPrice): Pence | undefined {
  return hasFixedTotal(price) ? undefined : priceWithoutAllowance(price)
}
