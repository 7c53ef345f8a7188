export const deathCoverPanelMessages = {
  title: 'Benefits that pay out on death',
  loading: 'Loading the benefits that pay out',
  none: 'No benefit that pays out on death was in force on that day',
  benefit: 'Benefit',
  cover: 'Cover',
  provider: 'Provider',
  claim: 'How to claim',
} as const
