/** What the step of a benefit's terms says, for whoever comes to it. */
export const setupTermsMessages = {
  intro: 'These are the conditions of this benefit. They open in a panel, and you come back here.',
  read: 'Read the terms and conditions',
} as const
