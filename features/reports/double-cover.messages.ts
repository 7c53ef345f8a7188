export const doubleCoverMessages = {
  title: 'Partners covered twice',
  lead: 'Partners with the same kind of cover twice: the partner is also your employee and has this benefit, or the employee says that the partner has such cover elsewhere. This list changes nothing.',
  loading: 'Loading partners who are covered twice',
  none: 'No partner is covered twice',
  noneText: 'People who cover a partner answer whether the partner has the same kind of cover elsewhere.',
  employee: 'Employee',
  benefit: 'Benefit',
  otherCover: 'Other cover',
} as const
