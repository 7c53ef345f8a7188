export const totalBenefitsTitle = 'Total benefits'
export const noTotalBenefits = 'No total benefits available'
export const noTotalBenefitsText = 'What you choose is added up here.'
