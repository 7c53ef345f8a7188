export const dialogMessages = {
  discardTitle: 'Discard what you have entered?',
  discardText: 'It has not been saved.',
  discard: 'Discard',
  keep: 'Keep editing',
} as const
