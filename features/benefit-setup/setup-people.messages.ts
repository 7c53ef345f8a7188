export const setupPeopleMessages = {
  peopleHint: 'You are always covered. Tick who else should be.',
  noPeople: 'There is nobody else on your profile who could be covered. You can continue with cover for yourself.',
  addPerson: 'Add a family member',
  tiers: {
    single: 'Cover for you',
    couple: 'Cover for you and your partner',
    'single-parent': 'Cover for you and your children',
    family: 'Cover for you, your partner and your children',
  },
  partner: 'Partner',
  dependant: 'Dependant',
} as const
