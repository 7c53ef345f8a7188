export const lifeEventReportMessages = {
  file: (year: string) => `life-events${year && `-${year}`}.csv`,
  closedIn: 'Closed in',
  everyYear: 'All years, including events still open',
  noneYet: 'Life events appear here once employees report them.',
  noneFits: 'No life event was closed in that year.',
  showAll: 'Show all life events',
  stillOpen: 'Still open',
  employeeNumber: 'Employee number',
  employee: 'Employee',
  event: 'Life event',
  eventDate: 'Date of the event',
  closed: 'Closed',
} as const
