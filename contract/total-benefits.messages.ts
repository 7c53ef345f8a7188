export const totalBenefitsTitle = 'Total benefits'
export const noTotalBenefits = 'No total benefits available'
export const noTotalBenefitsText = 'Your choices are added up here.'
