const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`)

export const reminderMessages = {
  closed: 'The enrolment window has closed. Nobody was reminded.',

  title: 'Remind people to choose',
  loading: 'Counting who has not chosen',
  ask: (count: number) => `Remind ${people(count)} to choose?`,
  once: 'This email goes to everyone who has registered, can choose and has not confirmed a choice. Each person gets it once per window.',
  reminded: (count: number) => `${people(count)} ${count === 1 ? 'has' : 'have'} already had this reminder.`,
  switchedOff: 'People who have switched reminders off get none.',
  nobody: 'There is nobody to remind',
  preview: 'The email',
  send: 'Send reminders',
  sending: 'Sending...',
  sent: (count: number) =>
    count === 0 ? 'Everyone has already been reminded' : `Reminders are being sent to up to ${people(count)}`,
} as const
