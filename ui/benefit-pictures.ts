export const benefitPictures = [
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
export type BenefitPicture = (typeof benefitPictures)[number]

const ofGroups: Readonly<Record<string, BenefitPicture>> = {
  ccv: 'childcare',
  'critical-illness': 'illness',
  'electric-car': 'car',
  'health-cash-plan': 'cash-plan',
  'income-protection': 'income',
  'payroll-giving': 'giving',
  'private-medical': 'medical',
  'travel-insurance': 'travel',
}

const ofCategories: Readonly<Record<string, BenefitPicture>> = {
  family: 'childcare',
  giving: 'giving',
  health: 'medical',
  lifestyle: 'gym',
  pension: 'pension',
  protection: 'income',
  'time-off': 'holiday',
  travel: 'travel',
}

export function benefitPictureOf({
  groupCode,
  category,
}: {
  groupCode: string | null
  category: string
}): BenefitPicture {
  const named = benefitPictures.find((motif) => motif === groupCode)
  return named ?? own(ofGroups, groupCode) ?? own(ofCategories, category) ?? 'benefit'
}

function own(list: Readonly<Record<string, BenefitPicture>>, key: string | null): BenefitPicture | undefined {
  return key !== null && Object.hasOwn(list, key) ? list[key] : undefined
}
