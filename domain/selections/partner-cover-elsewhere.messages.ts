export const partnerElsewhereMessages = {
  label: 'Does your partner have this kind of cover elsewhere, for example from their own employer?',
  help: 'Your answer doesn’t change your cover or its price. Your employer only sees who answered yes.',
  answers: { yes: 'Yes', no: 'No', 'not-known': 'I don’t know' },
  detail: 'Partner covered elsewhere',
  required: 'Please answer whether your partner has this kind of cover elsewhere',
} as const
