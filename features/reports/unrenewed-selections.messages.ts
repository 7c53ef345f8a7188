export const unrenewedSelectionMessages = {
  title: 'Benefits without a price for the new scheme year',
  lead: 'These benefits continue at last year’s price, because a detail needed for the new price is missing. Nobody loses cover. Each benefit is renewed automatically once the detail is known.',
  loading: 'Loading benefits without a new price',
  none: 'Every benefit has its price for this scheme year',
  noneText: 'Benefits appear here when a new scheme year has begun and a detail needed for their price is missing.',
  employee: 'Employee',
  number: 'Employee number',
  benefit: 'Benefit',
  since: 'Without a new price since',
  missing: 'What is missing',
} as const
