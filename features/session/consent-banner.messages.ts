export const consentMessages = {
  text: 'We use cookies to make this site work. You can accept them or choose which ones we may use.',
  policy: 'Read our cookie policy',
  label: 'Cookies',
  accept: 'Accept cookies',
  manage: 'Manage cookies',
} as const
