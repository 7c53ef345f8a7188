export const doubleCoverMessages = {
  employee: 'The partner is also your employee and has this benefit',
  answer: 'The employee says that the partner has this kind of cover elsewhere',
} as const
