const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`)

export const reminderMessages = {
  closed: 'The enrolment window has closed. Nobody was reminded.',

  title: 'Remind people to choose',
  loading: 'Counting who has not chosen',
  ask: (count: number) => `Remind ${people(count)} to choose?`,
  once: 'Everyone employed who has not confirmed a choice gets this email, once in this window.',
  reminded: (count: number) => `${people(count)} had this reminder before.`,
  switchedOff: (count: number) => `${people(count)} switched reminders off.`,
  nobody: 'There is nobody to remind',
  preview: 'The email',
  send: 'Send reminders',
  sending: 'Sending...',
  sent: (count: number) =>
    count === 0 ? 'Everybody had been reminded already' : `Reminders are on their way to ${people(count)}`,
} as const
