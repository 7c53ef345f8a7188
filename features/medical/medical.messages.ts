export const medicalMessages = {
  title: 'Medical questions',
  lead: 'Please answer yes or no to each question. The provider uses your answers to decide about your cover.',
  who: 'Only you and the provider see your answers. Your employer never does. The answers are removed once the provider has decided.',
  yes: 'Yes',
  no: 'No',
  saved: 'Your answers are saved',
  loading: 'Loading the questions',
  otherQuestions: 'The questions have changed. Please answer the new questions.',
  failed: 'We could not load the questions',
  none: 'There are no questions to answer',

  intro: (limit: string) =>
    `Cover above ${limit} needs a few answers about your health. Cover up to that amount starts without them.`,
  introToAll: 'This cover needs a few answers about your health, and starts once the provider has accepted it.',
  open: 'Answer the questions',
  again: 'See or change your answers',
  done: 'You have answered the medical questions',
  missing: 'Please answer the medical questions first',

  waitsForYou: 'The provider needs your answers',
  waitsForYouText:
    'The provider can decide about the rest of your cover once you have answered a few questions about your health.',
  waitsForProvider: 'The provider is looking at your answers',
  waitsForProviderText:
    'You do not need to do anything. We will email you when the provider has decided about the rest of your cover.',
  willAsk: 'The provider asks for medical evidence',
  willAskText:
    'The provider will write to you. We will email you when the decision about the rest of your cover is made.',
} as const
