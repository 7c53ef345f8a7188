import { crumbMessages, termsMessages } from '../../contract/messages.ts'

/** Sentences of the content pages, by their keys in the message catalogue (Annex D). */
export const policyMessages = {
  cookie: 'Cookie policy',
  privacy: 'Privacy statement',
  terms: 'Terms and conditions',
  titleBrand: (title: string, brand: string) => `${title} - ${brand}`,
  loadFailed: (title: string) => `There was an issue requesting the latest ${title}`,
  loading: (title: string) => `Loading ${title.toLowerCase()}`,
  home: crumbMessages.home,
} as const

/** The screen and the panel of the site's terms; the sentences of their checkbox stand among the shared ones. */
export const newTermsMessages = {
  title: 'There are new terms and conditions',
  lead: 'Please read them and the privacy statement. You can go on once you have accepted them.',
  panel: termsMessages.title,
  loading: 'Loading the terms and conditions',
  loadFailed: 'We could not load the terms and conditions. Please try refreshing the page.',
  changed: 'The terms and conditions have just been changed again. Please read them once more',
  accepting: 'Accepting...',
  leave: 'You have not accepted the terms yet. Leave this page?',
  leaveIt: 'Leave this page',
  stay: 'Stay here',
  revision: (revision: number) => `Revision ${revision}`,
} as const
