import { termsStep } from '../../contract/messages.ts'

export const setupMessages = {
  choosing: (from: string) => `This is for the year from ${from}. Nothing changes until then.`,
  takeHomeLess: (month: string, year: string, than: string) =>
    `You take home ${month} a month less${than}, ${year} in a year`,
  takeHomeMore: (month: string, year: string, than: string) =>
    `You take home ${month} a month more${than}, ${year} in a year`,
  takeHomeSame: (as: string) => `Your take-home pay stays the same${as}`,
  thanWithout: ' than without it',
  asWithout: ' as without it',
  takeHomeDetails: 'Your take-home pay in full',
  title: (name: string) => `Set up ${name}`,
  titleChange: (name: string) => `Change ${name}`,
  stepsLabel: 'Your progress',
  steps: {
    options: 'Options',
    people: 'People',
    cost: 'Amount',
    medical: 'Health',
    terms: termsStep,
    review: 'Review',
    confirmation: 'Done',
  },
  headings: {
    options: 'Choose your options',
    people: 'Who should be covered?',
    cost: {
      pounds: 'How much would you like?',
      percent: 'What percentage of your pay?',
      days: 'How many days would you like?',
      multiple: 'How much cover would you like?',
    },
    medical: 'A few questions about your health',
    terms: 'Please read the terms',
    review: 'Check your choice',
  },
  change: 'Change',
  pricesForYou: (others: string) => `Prices are for you alone. You can add ${others} in a later step.`,
  pricesForAll: (people: string) => `Prices are for ${people}.`,
  compare: 'Compare side by side',
  draftSaved: 'Draft saved',
  notSaved: 'Your draft is not saved yet',
  chooseOne: 'Please choose one',
  notANumber: (example: string) => `Please enter a number, such as ${example}`,
  inSteps: (step: string, from: string) => `Please enter a value in steps of ${step}, starting from ${from}`,
  crumb: 'Set up',
} as const

export const beamMessages = {
  range: (min: string, max: string) => `Please enter a value between ${min} and ${max}`,
} as const
