import { errorMessages } from '../../contract/messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'

export const vouchersMessages = {
  title: 'Childcare vouchers',
  home: breadcrumbMessages.home,
  dashboard: breadcrumbMessages.dashboard,
  lead: 'Your employees’ orders, and the link to your voucher provider.',
  loading: 'Loading childcare vouchers',
  figures: 'Next vouchers',
  next: 'Next voucher date',
  none: 'None due',
  placed: 'Placed orders',
  saved: 'Saved orders',
  explained: 'An order is “saved” until its payroll run is locked, and “placed” afterwards.',
  frame: 'Voucher application of your provider',
  toDashboard: 'Back to the dashboard',
  notOffered: 'Your scheme has no childcare vouchers',
  notSetUp: 'Your voucher application has not been set up',
  notSetUpText: 'Please ask your benefits provider to connect it. Orders are still taken from pay.',
  notInView: 'Only the person themselves can open the voucher application',
  failed: errorMessages.retryLater,
  expired: 'Your access to the voucher application has expired',
  expiredText: 'For your safety, access lasts five minutes. Load the application again to continue.',
  silent: 'The voucher application is not responding',
  silentText: 'It may be down, or your connection slow. You can load it again, or come back later.',
  again: 'Load again',
} as const
