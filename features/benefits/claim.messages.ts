export const claimMessages = {
  loadingTitle: 'How to get help',
  title: 'Make a claim',
  help: 'Help from the provider',
  phone: 'Phone',
  email: 'Email',
  online: 'Online',
  link: 'Claim on the provider’s website',
  website: 'The provider’s website',
  loading: 'Loading how to claim',
} as const
