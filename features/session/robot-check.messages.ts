/** Words of the check that somebody is not a robot; the mandated sentence stands in formMessages. */
export const robotMessages = {
  label: 'I am not a robot',
  checking: 'Checking...',
  confirmed: 'Confirmed',
  external: 'This check is made by another company, which may set cookies of its own.',
  failed: 'The check could not be made. Please tick the box again',
  down: 'We cannot check right now that you are not a robot. Please try again in a few minutes',
} as const
