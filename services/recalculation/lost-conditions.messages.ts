export const conditionMessages = {
  lastAge: (years: number) => `The benefit is offered until the age of ${years}`,
  reliefEnds: 'Tax relief on pension contributions ends on the 75th birthday',
  locations: (locations: string) => `The benefit is offered to people who work in ${locations}`,
  payrolls: 'The benefit is not offered on this payroll',
  hours: (hours: string) => `The benefit is offered to people who work ${hours} hours a week or more`,
  probation: 'The benefit is not offered in probation',
  childcareAccount: 'Vouchers end with the notice that the member wants a childcare account (HMRC manual EIM16230)',
  employed: 'The benefit is offered to people in active employment',
  holdsAgain: 'The details that had ended the cover were corrected',
} as const
