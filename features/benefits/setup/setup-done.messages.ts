/** What the last step of a setup says, which is fetched when it is reached. */
export const setupDoneMessages = {
  active: 'You are all set',
  pending: 'Sent to your employer',
  pended: 'Nearly there',
  whatNext: 'What happens next',
  activeFrom: (date: string) => `Your choice is active from ${date}.`,
  activeNow: 'Your choice is active.',
  waits: 'Your employer looks at it and decides. You will see the answer here and on My benefits.',
  keepsRunning: 'Until then, what you have now goes on unchanged.',
  notCharged: 'You pay nothing until it is approved.',
  medical: 'The provider asks for medical evidence. Until it is accepted, the cover that needs none runs.',
  answered: 'The provider looks at your answers. Until it has decided, the cover that needs no evidence runs.',
  mailed: 'We email you when it has decided. There is nothing else to do.',
  toBenefits: 'Back to My benefits',
  toBenefit: (name: string) => `See ${name}`,
} as const
