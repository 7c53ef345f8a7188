import type { BenefitDefinition } from './definition.ts'

export const benefitViewMessages = {
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
} as const
