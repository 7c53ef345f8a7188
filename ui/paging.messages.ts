import { buttonMessages } from '../contract/messages.ts'

const counted = (count: number) => count.toLocaleString('en-GB')

export const pagingMessages = {
  previous: 'Previous',
  next: buttonMessages.next,
  count: counted,
  page: (page: number) => `Page ${counted(page)}`,
  ofPages: (page: number, pages: number) => `Page ${counted(page)} of ${counted(pages)}`,
  showing: (first: number, last: number, total: number) =>
    total === 0 ? 'Nothing to show' : `Showing ${counted(first)} to ${counted(last)} of ${counted(total)}`,
  rows: (first: number, last: number, total: number) =>
    `Rows ${counted(first)} to ${counted(last)} of ${counted(total)}`,
} as const
