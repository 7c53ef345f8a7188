export const benefitTermsMessages = {
  title: 'Terms and conditions',
  version: (version: number) => `Version ${version}`,
  accepting: 'Saving...',
  accepted: 'You have accepted the terms and conditions',
  loading: 'Loading the terms and conditions',
  none: 'This benefit has no terms and conditions',
} as const
