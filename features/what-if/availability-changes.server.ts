import type { BenefitId } from '../../contract/ids.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import { checkMinimumWage } from '../../domain/tax/minimum-wage.rules.ts'
import type { ActionPermission } from '../../services/my-benefits/allowed-actions.rules.ts'
import type { OfferedBenefit } from '../../services/my-benefits/benefits.queries.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import { payFactsIn } from '../../services/benefits/take-home.server.ts'

export type SchemeOnDay = { scheme: PersonScheme; changes: readonly PayChange[] }

type Named = { benefitId: BenefitId; name: string }

export function availabilityChanges(now: SchemeOnDay, then: SchemeOnDay) {
  const opens: (Named & { reason: string | null })[] = []
  const closes: (Named & { reason: string })[] = []
  for (const benefit of then.scheme.benefits) {
    const named = { benefitId: benefit.id, name: benefit.definition.name }
    const [before, after] = [mayChoose(now, benefit), mayChoose(then, benefit)]
    if (!after.allowed && before.allowed) closes.push({ ...named, reason: after.reason })
    if (after.allowed && !before.allowed) opens.push({ ...named, reason: after.reason ?? null })
  }
  return { opens, closes }
}

function mayChoose({ scheme, changes }: SchemeOnDay, benefit: OfferedBenefit): ActionPermission {
  const { choosing, effectiveFrom: on } = benefitStatusOf(scheme, benefit)
  if (!choosing.allowed || !benefit.definition.requires.includes('minimum-wage')) return choosing
  const check = checkMinimumWage({ tables: scheme.taxTables, facts: payFactsIn(scheme, on), changes, on })
  return check.outcome === 'kept' ? choosing : { allowed: false, cause: 'eligibility', reason: check.sentence }
}
