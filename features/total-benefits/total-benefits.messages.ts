import { breadcrumbMessages } from '../../contract/screen.messages.ts'
import { noTotalBenefits, noTotalBenefitsText, totalBenefitsTitle } from '../../contract/total-benefits.messages.ts'

export const totalBenefitsMessages = {
  year: 'Year',
  month: 'Month',
  none: noTotalBenefits,

  title: totalBenefitsTitle,
  home: breadcrumbMessages.home,
  lead: 'Your salary, and the payments for your benefits.',
  loading: 'Loading your total benefits',
  mode: 'Show amounts for',
  perMode: { year: 'a year', month: 'a month' },
  noneText: noTotalBenefitsText,
  toBenefits: 'See my benefits',
  packageValue: 'Your whole package',
  benefitsValue: 'Paid for your benefits',
  salary: 'Your salary',
  employer: 'Your employer pays for your benefits',
  addedToPay: 'Added to your pay',
  packageHow: 'Why this amount?',
  pay: 'Effect on your pay',
  employee: 'You pay for your benefits',
  added: 'Your benefits add to your pay',
  saved: 'Tax and National Insurance you save',
  extraTax: 'Tax and National Insurance your benefits cost',
  lessInHand: 'Less in your take-home pay',
  moreInHand: 'More in your take-home pay',
  savedHow: 'Why this saving?',
  extraTaxHow: 'Why this cost?',
  partOfSalary: 'Your contributions are taken from your salary, so they are part of your package already.',
  notKnown: 'We cannot show what you save.',
  benefits: 'Your benefits',
  benefit: 'Benefit',
  youPay: 'You pay',
  employerPays: 'Your employer pays',
  total: 'Total',
  all: 'All benefits',
  belowNought: 'A minus sign means that it is added to your pay.',
  on: (date: string) => `Figures for ${date}, with the benefits that you have on that day`,
  planned: 'Planned changes',
  plannedEnd: (date: string, benefit: string) => `From ${date}: you no longer have ${benefit}.`,
  plannedPrice: (
    date: string,
    benefit: string,
    { employee, employer, isAdded }: { employee: string; employer: string; isAdded: boolean },
  ) =>
    isAdded
      ? `From ${date}: ${benefit}. ${employee} is added to your pay.`
      : `From ${date}: ${benefit}. You pay ${employee}, and your employer pays ${employer}.`,
  download: 'Download statement (PDF)',
  downloading: 'Preparing your statement',
} as const
