export const doubleCoverMessages = {
  title: 'Partners covered twice',
  lead: 'Partners who have the same kind of cover twice: they are also your employees and have this benefit, or the employee told us that they have such cover elsewhere. This list is for information only.',
  loading: 'Loading partners who are covered twice',
  none: 'No partner is covered twice',
  noneText: 'People who cover a partner answer whether the partner has the same kind of cover elsewhere.',
  employee: 'Employee',
  benefit: 'Benefit',
  otherCover: 'Other cover',
} as const
