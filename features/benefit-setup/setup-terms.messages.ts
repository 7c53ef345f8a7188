export const setupTermsMessages = {
  intro: 'These are the conditions of this benefit. They open in a panel, and you come back here.',
  done: 'You have accepted the terms and conditions',
  read: 'Read the terms and conditions',
} as const
