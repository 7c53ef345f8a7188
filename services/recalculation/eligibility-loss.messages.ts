export const conditionMessages = {
  lastAge: (years: number) => `The benefit is offered until the age of ${years}`,
  reliefEnds: 'Tax relief on pension contributions ends on the 75th birthday',
  locations: (locations: string) => `The benefit is offered to people who work in ${locations}`,
  payrolls: 'The benefit is not offered to people on this payroll',
  hours: (hours: string) => `The benefit is offered to people who work ${hours} hours a week or more`,
  probation: 'The benefit is not offered during probation',
  childcareAccount: 'Vouchers end when the member gives notice of a childcare account (HMRC manual EIM16230)',
  employed: 'The benefit is offered to people in active employment',
  holdsAgain: 'The details that ended the cover were corrected',
} as const
