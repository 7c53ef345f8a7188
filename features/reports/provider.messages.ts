export const providerMessages = {
  joined: 'Joined',
  changed: 'Changed',
  continues: 'Continues',
  left: 'Left',
  died: 'Died',
  optedOut: 'Opted out',
  neverMember: 'Opted out within the opt-out month: never a member',
  noLongerEligible: 'No longer eligible',
  yearOver: 'Ended with the scheme year',
  adjustment: (period: string) => `Adjustment for ${period}`,
  covered: (name: string, relationship: string, born: string) => `${name} (${relationship}${born && `, ${born}`})`,
} as const
