import { buttonMessages, errorMessages } from '../../contract/messages.ts'
import { profileTitle } from '../../contract/profile-title.messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { noTotalBenefits, noTotalBenefitsText, totalBenefitsTitle } from '../../contract/total-benefits.messages.ts'

export const homeMessages = {
  title: breadcrumbMessages.home,
  welcome: (firstName: string) => `Welcome, ${firstName}`,
  toDo: 'To do',
  nothingToDo: 'You are up to date. There is nothing to do today.',
  tasksLoading: 'Loading your tasks',
  tasksFailed: 'We could not load your tasks.',
  window: (days: number) =>
    days === 0
      ? 'The window to choose your benefits closes today'
      : days === 1
        ? 'You have 1 day left to choose your benefits'
        : `You have ${days} days left to choose your benefits`,
  daysLeft: (days: number) => (days === 1 ? 'day left' : 'days left'),
  windowUntil: (date: string) => `The window is open until ${date}.`,
  nextYear: (from: string) => `Your benefits from ${from}`,
  nextYearUntil: (date: string) => `You can choose until ${date}. If you do nothing, this is what happens:`,
  nextYearAhead: 'This is what happens when the new benefits year begins:',
  choose: 'Choose benefits',
  begun: (name: string) => `You have not finished choosing ${name}`,
  begunText: 'Nothing is charged until you confirm.',
  manyBegun: (count: number) => `You have ${count} changes that are not confirmed`,
  manyBegunText: (names: string) => `${names}. Nothing is charged until you confirm.`,
  goOn: 'Continue',
  tooLate: (name: string) => `You did not finish choosing ${name} in time`,
  tooLateText: 'Your benefits stay as they are. The benefit’s page says when you can choose again.',
  awaiting: (name: string) => `${name} is awaiting your employer’s approval`,
  awaitingText: 'You will see the decision here.',
  provider: (name: string) => `${name} is awaiting its provider’s decision`,
  providerText: 'The benefit’s page shows your cover until the provider decides.',
  answers: (name: string) => `The provider of ${name} needs your answers`,
  answersText: 'The provider will then decide about the rest of your cover.',
  answer: 'Answer the questions',
  see: 'See it',
  rejected: (name: string) => `${name} was not approved`,
  rejectedText: 'Your employer’s reason is on the benefit’s page.',
  benefits: breadcrumbMessages.benefits,
  benefitsText: 'See what you have, what it costs you, and what you can choose.',
  totalLoading: 'Loading your total benefits',
  toBenefits: 'See my benefits',
  toVouchers: 'See my vouchers',
  total: totalBenefitsTitle,
  totalFailed: errorMessages.retryLater,
  totalNone: noTotalBenefits,
  totalNoneText: noTotalBenefitsText,
  package: 'Your whole package is worth',
  paidForBenefits: 'Total paid for your benefits',
  salary: 'Your salary',
  youPay: 'You pay',
  added: 'Added to your pay',
  employerPays: 'Your employer pays',
  youSave: 'You save in tax and National Insurance',
  perYear: 'a year',
  on: (date: string) => `Based on the benefits that you have on ${date}`,
  planned: (date: string, benefits: string) => `Changes from ${date}: ${benefits}`,
  toTotal: 'See my total benefits',
  dashboard: breadcrumbMessages.dashboard,
  dashboardText: 'Approvals, employees and reports of your organisation.',
  toDashboard: 'Go to the dashboard',
  profile: profileTitle,
  profileText: 'Your details, your family, and how you log in.',
  toProfile: 'Go to Profile Settings',
  news: 'For you',
  loading: 'Loading cards',
} as const

export const welcomeMessages = {
  title: 'Welcome',
  next: buttonMessages.next,
  back: buttonMessages.back,
  done: 'Get started',
  place: (slide: number, of: number) => `Slide ${slide} of ${of}`,
} as const
