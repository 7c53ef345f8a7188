export const claimMessages = {
  title: 'Make a claim',
  phone: 'Phone',
  email: 'Email',
  online: 'Online',
  link: 'Claim on the provider’s website',
  loading: 'Loading how to claim',
} as const
