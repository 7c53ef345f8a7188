export const detailMessages = {
  providedBy: (name: string) => `Provided by ${name}`,
  myCover: 'My cover',
  documents: 'Documents and terms',
  readTerms: 'Terms and conditions',
  opensElsewhere: '(opens the provider’s website)',
  claims: 'Claims',
  claimText: (provider: string | null) => `Claims go to ${provider ?? 'the provider'}. We show you how to make one.`,
  claim: 'Make a claim',
  faqs: 'Questions and answers',
  related: 'You may also like',
  about: 'About this benefit',
} as const
