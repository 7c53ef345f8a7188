export const ownFamilyMessages = {
  title: 'Family members',
  loading: 'Loading your family members',
  failed: 'We could not load your family members.',
  none: 'No family members are on record.',
  text: 'You say who is covered when you choose a benefit.',
  relationships: { partner: 'Partner', dependant: 'Dependant' },
  born: (date: string) => `Born ${date}`,
  educationUntil: (date: string) => `Full time education confirmed until ${date}`,
  add: 'Add a family member',
  change: 'Change',
} as const

export const ownLifeEventsMessages = {
  title: 'Life events',
  none: 'No life events are on record.',
  text: 'A marriage, a birth or another change may let you choose benefits outside the annual window.',
  loading: 'Loading your life events',
  failed: 'We could not load your life events.',
  send: 'Send a document',
  sendAnother: 'Send another document',
  add: 'Add a life event',
} as const
