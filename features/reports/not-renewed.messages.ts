/** Sentences of the list of benefits without a price for the new scheme year. */
export const notRenewedMessages = {
  lead: 'These benefits continue at the price of the scheme year before, because something is missing to work out the new one. Nobody loses cover. Each is renewed by itself once what is missing is known.',
  loading: 'Loading benefits without a new price',
  none: 'Every benefit has its price for this scheme year',
  noneText: 'Benefits appear here when a new scheme year has begun and a fact for their price is missing.',
  employee: 'Employee',
  number: 'Employee number',
  benefit: 'Benefit',
  since: 'Without a new price since',
  missing: 'What is missing',
} as const
