import { buttonMessages } from '../contract/messages.ts'

/** Words below a list of which one page is shown. */
export const pagingMessages = {
  previous: 'Previous',
  next: buttonMessages.next,
  page: (page: number) => `Page ${page}`,
  ofPages: (page: number, pages: number) => `Page ${page} of ${pages}`,
  showing: (first: number, last: number, total: number) =>
    total === 0 ? 'Nothing to show' : `Showing ${first} to ${last} of ${total.toLocaleString('en-GB')}`,
} as const
