export const masqueradeMessages = {
  label: 'Viewing as somebody else',
  banner: (name: string, schemeYear: number) => `You are viewing as ${name} for scheme year ${schemeYear}`,
  end: 'End view',
} as const
