import type { IsoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import { checkMinimumWage } from '../../domain/tax/minimum-wage.rules.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import { selectionPairs } from './cost-changes.rules.ts'
import type { EligibilityChange } from './eligibility-changes.rules.ts'
import { populationMessages as say } from './population.messages.ts'
import type { SelectionOnDay, PersonOnDay, Population } from './population.rules.ts'

export const caseKinds = [
  'ends-with-year',
  'needs-consent',
  'held-of-withdrawn',
  'no-longer-entitled',
  'outside-limits',
  'no-price',
  'price-kept',
  'below-minimum-wage',
  'pending',
] as const
type CaseKind = (typeof caseKinds)[number]

/** `code` of the benefit; null if the case concerns pay as a whole. */
export type AttentionItem = { kind: CaseKind; code: string | null; personId: PersonId; reason: string }

type Change = { before: Population; after: Population }

export function holdersOfWithdrawn({ before, after }: Change): AttentionItem[] {
  return selectionPairs({ before, after }).flatMap(({ personId, code, is }) =>
    isWithdrawnByChange(code, { before, after }) && is && isHeld(is)
      ? [{ kind: 'held-of-withdrawn' as const, code, personId, reason: say.heldOfWithdrawn }]
      : [],
  )
}

export function noLongerEligible(movements: readonly EligibilityChange[], { before, after }: Change): AttentionItem[] {
  return movements
    .filter(({ code }) => !isWithdrawnByChange(code, { before, after }))
    .flatMap(({ code, loses }) =>
      loses.flatMap(({ personId, reason }) => {
        const held = after.selections.get(code)?.get(personId)
        return held && isHeld(held) ? [{ kind: 'no-longer-entitled' as const, code, personId, reason }] : []
      }),
    )
}

export function affectedApplications({ before, after }: Change): AttentionItem[] {
  return selectionPairs({ before, after }).flatMap(({ personId, code, was, is }) => {
    if (!was || !isWaiting(was)) return []
    const reason = applicationReason(code, { before, after, was, is })
    return reason === undefined ? [] : [{ kind: 'pending' as const, code, personId, reason }]
  })
}

function applicationReason(
  code: string,
  { before, after, was, is }: Change & { was: SelectionOnDay; is: SelectionOnDay | undefined },
): string | undefined {
  if (!is || !isWaiting(is)) return say.applicationGone
  if (isWithdrawnByChange(code, { before, after })) return say.applicationOfWithdrawn
  if (is.version !== was.version) return say.applicationRepriced
  const [then, now] = [before.benefits.get(code), after.benefits.get(code)]
  return JSON.stringify(then?.definition) === JSON.stringify(now?.definition) ? undefined : say.applicationOfChanged
}

export function belowMinimumWage({ before, after }: Change, tables: readonly TaxTable[]): AttentionItem[] {
  const [then, now] = [salaryGivenUpIn(before), salaryGivenUpIn(after)]
  return [...now].flatMap(([personId, changes]) => {
    const [was, is] = [before.people.get(personId), after.people.get(personId)]
    const changesThen = then.get(personId) ?? []
    if (!is || (was && givesUpSame(changesThen, changes) && isPaidSame(was, is))) return []
    const wage = wageOf(is, { changes, tables, on: after.on })
    if (wage.outcome !== 'below') return []
    const wasBelow = was && wageOf(was, { changes: changesThen, tables, on: before.on }).outcome === 'below'
    return wasBelow ? [] : [{ kind: 'below-minimum-wage' as const, code: null, personId, reason: wage.sentence }]
  })
}

function salaryGivenUpIn({ selections }: Population): Map<PersonId, PayChange[]> {
  const all = new Map<PersonId, PayChange[]>()
  for (const held of selections.values())
    for (const [personId, { givenUp }] of held)
      if (givenUp.length > 0) all.set(personId, [...(all.get(personId) ?? []), ...givenUp])
  return all
}

function givesUpSame(a: readonly PayChange[], b: readonly PayChange[]): boolean {
  const said = (changes: readonly PayChange[]) =>
    changes.map(({ yearly, taxMethod, taken }) => `${yearly} ${taxMethod} ${taken?.payDays}`).join()
  return said(a) === said(b)
}

function isPaidSame(a: PersonOnDay, b: PersonOnDay): boolean {
  return a.salary === b.salary && a.weeklyHours === b.weeklyHours && a.apprenticeSince === b.apprenticeSince
}

function wageOf(
  { dateOfBirth, salary, weeklyHours, apprenticeSince }: PersonOnDay,
  { changes, tables, on }: { changes: readonly PayChange[]; tables: readonly TaxTable[]; on: IsoDate },
) {
  // Tax facts don't affect the minimum wage check, so any values will do.
  const taxed = {
    payPeriods: 12,
    taxCountry: 'rUK',
    niCategory: 'A',
    studentLoans: [],
    moneyPurchaseAllowanceSince: null,
  } as const
  return checkMinimumWage({
    tables,
    facts: { dateOfBirth, salary, weeklyHours, apprenticeSince, ...taxed },
    changes,
    on,
  })
}

function isWithdrawnByChange(code: string, { before, after }: Change): boolean {
  return before.benefits.get(code)?.withdrawn === false && after.benefits.get(code)?.withdrawn === true
}

function isHeld(held: SelectionOnDay): boolean {
  return held.cost !== null || isWaiting(held)
}

function isWaiting({ state }: SelectionOnDay): boolean {
  return state === 'pending' || state === 'pending-change'
}
