export const masqueradeMessages = {
  label: 'Viewing as another person',
  banner: (name: string, schemeYear: number) => `You are viewing as ${name} for scheme year ${schemeYear}`,
  lookOnly: 'You cannot change anything.',
  end: 'End view',
} as const
