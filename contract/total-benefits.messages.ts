export const totalBenefitsTitle = 'Total benefits'
export const noTotalBenefits = 'No total benefits available'
export const noTotalBenefitsText = 'The total of your choices appears here.'
