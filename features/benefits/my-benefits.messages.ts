export const benefitsMessages = {
  none: 'No benefits available',
  probation: 'Some benefits become available when your probation ends. We will email you when they do.',
  loading: 'Loading your benefits',
  intro: 'Your benefits, their cost, and your choices.',
  lifeEvents: 'Something has changed in your life? It may open benefits to you.',
  openNow: (names: string) => `You can choose or change: ${names}.`,
  addLifeEvent: 'Add a life event',
  begun: (count: number) =>
    count === 1 ? 'You have 1 change that is not confirmed' : `You have ${count} changes that are not confirmed`,
  begunText: 'Nothing is charged until you confirm.',
  toBasket: 'Review and confirm',
  filterLabel: 'Show',
  all: 'All',
  total: 'You pay',
  chosen: 'What you have',
  totalEmployer: 'Your employer pays',
  perMonth: 'a month',
  count: (chosen: number) => (chosen === 1 ? '1 benefit' : `${chosen} benefits`),
  shown: (count: number) => (count === 1 ? '1 benefit shown' : `${count} benefits shown`),
  failed: 'We could not load your benefits, so we are logging you out. Please log in again',
} as const

export const cardMessages = {
  details: 'See details',
  wouldPay: 'You would pay',
  youPay: 'You pay',
  yourPayRises: 'Added to your pay',
  employerPays: 'Your employer pays',
  noCost: 'No cost to you',
  evidenceWaits: 'The rest of your cover waits for the provider.',
  answersWanted: 'The provider needs your answers about the rest of your cover.',
} as const
