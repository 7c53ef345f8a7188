import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { refusalText } from '../../contract/refusals.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { costOfBothPayers, priceView } from '../../services/my-benefits/price-view.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { newChildId } from './hypothetical-scheme.server.ts'
import { selectionsIn } from '../../services/benefits/take-home.server.ts'
import type { BenefitOnDay } from '../../domain/tax/what-if.contract.ts'
import type { HypotheticalChoice } from './what-if-prices.server.ts'
import { whatIfViewMessages as say } from '../../domain/tax/what-if-view.messages.ts'

export function selectionsNowAndThen(
  now: PersonScheme,
  then: PersonScheme,
  {
    on,
    supposed,
    without,
  }: { on: IsoDate; supposed: ReadonlyMap<BenefitId, HypotheticalChoice>; without: readonly BenefitId[] },
): BenefitOnDay[] {
  const heldNow = new Map(selectionsIn(now, now.today).map(({ benefitId, running }) => [benefitId, running]))
  const heldThen = new Map(selectionsIn(then, on).map(({ benefitId, running }) => [benefitId, running]))
  return now.benefits.flatMap(({ id, definition: { name } }) => {
    const before = heldNow.get(id)?.price ?? null
    const asked = supposed.get(id)
    const running = without.includes(id) ? null : heldThen.get(id)
    const after = asked && 'price' in asked ? asked.price : (running?.price ?? null)
    const refused = asked && 'refused' in asked ? refusalText(asked.refused) : null
    if (!before && !after && refused === null) return []
    const withChild = after === running?.price && running?.choice.people.includes(newChildId)
    return [
      {
        benefitId: id,
        name,
        now: before && costOfBothPayers(before),
        supposed: after && costOfBothPayers(after),
        note: refused ?? (withChild ? say.withNewChild : null),
        trace: after && costsElsewhere(before, after) ? priceView(after).trace : [],
      },
    ]
  })
}

function costsElsewhere(before: StoredPrice | null, after: StoredPrice): boolean {
  return (
    before === null ||
    before.employeeYearly !== after.employeeYearly ||
    before.employerYearly !== after.employerYearly ||
    before.employeeMonthly !== after.employeeMonthly
  )
}
