import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

export const policyMessages = {
  cookie: 'Cookie policy',
  cookiesAccepted: 'Cookies accepted',
  privacy: 'Privacy statement',
  terms: 'Terms and conditions',
  titleBrand: (title: string, brand: string) => `${title} - ${brand}`,
  loadFailed: (title: string) => `There was an issue requesting the latest ${title}`,
  loading: (title: string) => `Loading ${title.toLowerCase()}`,
  home: breadcrumbMessages.home,
} as const
