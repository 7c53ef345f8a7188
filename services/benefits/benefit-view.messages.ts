import type { BenefitDefinition } from '../../domain/definition/definition.ts'

export const benefitViewMessages = {
  pot: {
    forfeit: (name: string, left: string, whole: string) =>
      `${name}: ${left} of ${whole} a year is left to spend on benefits. The part that you do not spend is not paid out`,
    cash: (name: string, left: string, whole: string) =>
      `${name}: ${left} of ${whole} a year is left to spend on benefits. The part that you do not spend is added to your pay, before tax`,
    'roll-over': (name: string, left: string, whole: string) =>
      `${name}: ${left} of ${whole} a year is left to spend on benefits. The part that you do not spend is carried over to next year`,
  },
  category: {
    pension: 'Pension',
    protection: 'Protection',
    health: 'Health',
    'time-off': 'Time off',
    travel: 'Travel',
    lifestyle: 'Lifestyle',
    money: 'Money',
    family: 'Family',
    giving: 'Giving',
  } satisfies Record<BenefitDefinition['category'], string>,
  optOutLink: 'Opt out',
  optOutNotice: 'Opt-out notice of the scheme',
} as const
