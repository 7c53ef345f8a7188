import { buttonMessages } from '../../contract/messages.ts'

/** One's family in Profile Settings; the panel has words of its own. */
export const ownFamilyMessages = {
  title: 'Family members',
  loading: 'Loading your family members',
  failed: 'We could not load your family members.',
  retry: buttonMessages.retry,
  none: 'No family members are on record.',
  text: 'You say who is covered when you choose a benefit.',
  relationships: { partner: 'Partner', dependant: 'Dependant' },
  born: (date: string) => `Born ${date}`,
  educationUntil: (date: string) => `Full time education counts until ${date}`,
  add: 'Add a family member',
  change: 'Change',
} as const
