/** Keys of the message catalogue (Annex D). Every page loads them. */
export const headerMessages = {
  greeting: (name: string) => `Hi, ${name}`,
  toHome: (brand: string) => `${brand}, home`,
} as const

export const footerMessages = {
  copyright: (year: number, brand: string) => `© ${year} ${brand}`,
  label: 'Legal and help',
  privacy: 'Privacy',
  terms: 'Terms',
  cookies: 'Cookies',
  contact: 'Contact',
} as const

export const shellMessages = {
  skip: 'Skip to content',
  progress: 'Loading',
} as const
