const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`)

export const reminderMessages = {
  closed: 'The enrolment window has closed. Nobody was reminded.',

  title: 'Remind people to choose',
  loading: 'Counting who has not chosen',
  ask: (count: number) => `Remind ${people(count)} to choose?`,
  once: 'Everyone who has registered, can choose and has not confirmed a choice gets this email, once in this window.',
  reminded: (count: number) => `${people(count)} had this reminder before.`,
  switchedOff: 'People who have switched reminders off get none.',
  nobody: 'There is nobody to remind',
  preview: 'The email',
  send: 'Send reminders',
  sending: 'Sending...',
  sent: (count: number) =>
    count === 0 ? 'Everyone has been reminded before' : `Reminders are being sent: ${people(count)} at most`,
} as const
