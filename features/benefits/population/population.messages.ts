/** Why somebody gains or loses a benefit where no condition of it says so, and what needs attention. */
export const populationMessages = {
  newcomer: 'comes in with this change',
  gone: 'is no longer among the people',
  newBenefit: 'the benefit is new',
  offeredAgain: 'the benefit is offered again',
  withdrawn: 'the benefit is taken out of the scheme',
  until: (reason: string) => `until now ${reason}`,
  notMet: {
    employed: 'is not employed',
    'holds-already': 'does not hold it already',
    'no-childcare-account': 'has given notice of a childcare account',
    'age-from': (years: number) => `is younger than ${years}`,
    'age-to': (years: number) => `is older than ${years}`,
    'past-probation': 'is in probation',
    'in-location': 'works in another location',
    'on-payroll': 'is on another payroll',
    'hours-from': (hours: string) => `works fewer than ${hours} hours a week`,
  },

  heldOfWithdrawn: 'goes on and is charged until they leave it',
  applicationGone: 'the application is withdrawn',
  applicationOfWithdrawn: 'the benefit is taken out of the scheme',
  applicationRepriced: 'the application costs something else than was asked for',
  applicationOfChanged: 'the benefit is changed',
  priceKept: 'keeps the price that was agreed, where the scheme now has another',
} as const
