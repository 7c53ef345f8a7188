export const overviewTourSteps = [
  {
    target: '[data-tour=tasks]',
    title: 'Start here',
    text: 'This is what waits for you, with its deadline: choices to approve, payroll runs to lock, uploads to decide.',
  },
  {
    target: '[data-tour=figures]',
    title: 'Your figures at a glance',
    text: 'Four figures, some with their change since the period before. Their links lead to the details.',
  },
  {
    target: '[data-tour=months]',
    title: 'Spending and dates',
    text: 'Spending by month from locked payroll runs, the progress of enrolment while it is open, and the next pay days.',
  },
  {
    target: '[data-tour=parts]',
    title: 'Where the money goes',
    text: 'The same spending by benefit, provider, payer, department or location. You can download the figures.',
  },
  {
    target: 'header nav',
    title: 'Every employer page',
    text: 'People, approvals, take-up, engagement, insights, payroll and reports, and settings.',
  },
] as const
