export const setupNotOpenMessages = {
  cannotNow: 'This benefit cannot be set up now',
  toBenefit: (name: string) => `See ${name}`,
} as const
