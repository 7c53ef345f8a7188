/** The illustrations in motifs.svg, on a grid of 96. */
export const motifs = [
  'pension',
  'medical',
  'dental',
  'life',
  'income',
  'illness',
  'cash-plan',
  'gym',
  'cycle',
  'car',
  'holiday',
  'giving',
  'season-ticket',
  'travel',
  'childcare',
  'benefit',
  'quarter',
] as const
export type Motif = (typeof motifs)[number]

const ofGroups: Readonly<Record<string, Motif>> = {
  ccv: 'childcare',
  'critical-illness': 'illness',
  'electric-car': 'car',
  'health-cash-plan': 'cash-plan',
  'income-protection': 'income',
  'payroll-giving': 'giving',
  'private-medical': 'medical',
  'travel-insurance': 'travel',
}

const ofCategories: Readonly<Record<string, Motif>> = {
  family: 'childcare',
  giving: 'giving',
  health: 'medical',
  lifestyle: 'gym',
  pension: 'pension',
  protection: 'income',
  'time-off': 'holiday',
  travel: 'travel',
}

/** Returns the illustration of a benefit: of its group, else of its category. Scheme folders may name unknown ones. */
export function motifOf({ groupCode, category }: { groupCode: string | null; category: string }): Motif {
  const named = motifs.find((motif) => motif === groupCode)
  return named ?? own(ofGroups, groupCode) ?? own(ofCategories, category) ?? 'benefit'
}

function own(list: Readonly<Record<string, Motif>>, key: string | null): Motif | undefined {
  return key !== null && Object.hasOwn(list, key) ? list[key] : undefined
}
