export const tourMessages = {
  start: 'Show me around',
  end: 'End the tour',
  place: (step: number, of: number) => `Step ${step} of ${of}`,
} as const
