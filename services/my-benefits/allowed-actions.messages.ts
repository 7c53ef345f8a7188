export const allowedActionsMessages = {
  afterProbation: (date: string) => `Opens on ${date}, when your probation ends`,
  chooseFrom: (date: string) => `You can choose this from ${date}`,
  opensOn: (date: string) => `Opens on ${date}`,
  nextWindow: 'You can choose this when the next window opens',
  nextWindowOrEvent: 'You can choose this when the next window opens, or after a life event',
  inNextYear: (countsFrom: string, opensOn: string) =>
    `A choice made now would start on ${countsFrom}, after this scheme year ends. You can choose from ${opensOn}, in the next scheme year`,
  afterLastDay: (startsOn: string, lastDay: string) =>
    `Your employment ends on ${lastDay}. A choice made now would start on ${startsOn}, after your last day`,
  notPublished:
    'The benefits of the new year are not published yet. What you have continues, and you can choose once they are published',
  left: 'You can see your benefits, but no longer change them, because your employment has ended',
  noLongerOffered: 'Your employer no longer offers this benefit: you can opt out of it, but not choose or change it',
  excludedBy: (other: string) =>
    `You cannot have this together with ${other}. Please opt out of ${other} first, or withdraw or discard your choice of it`,
  existingOnly: 'This benefit is closed to new members: only people who already hold it can change it',
  notRestarted: (month: string) =>
    `You had to start vouchers again by your ${month} pay. After 52 tax weeks without a voucher you are no longer a member of the closed scheme (HMRC manual EIM16230)`,
  childcareAccount: (date: string) =>
    `You gave notice on ${date} that you want a childcare account, so you cannot have vouchers any more (HMRC manual EIM16230)`,
  ageFrom: (age: number) => `This benefit is offered from the age of ${age}`,
  reliefEnds: 'Tax relief on contributions to this pension ends on your 75th birthday',
  ageTo: (age: number) => `This benefit is offered until the age of ${age}`,
  inLocation: (locations: string) => `This benefit is offered to people who work in ${locations}`,
  onPayroll: 'This benefit is not offered to people on your payroll',
  hoursFrom: (hours: string) => `This benefit is offered to people who work ${hours} hours a week or more`,
  nothingChosen: 'You have not chosen this benefit yet',
  alreadyChosen: 'You have already chosen this benefit. You can change it instead',
  nothingToChange: 'This benefit has no options to change',
  notInThisState: (status: string) => `Not possible while the selection has the status '${status}'`,
  orderStays: 'You have ordered this, so it stays in your pay until it is paid for',
  orderStaysUntil: (date: string) =>
    `You have ordered this, so it stays in your pay until it is paid for. You can order again, or opt out, from ${date}`,
  leaveFrom: (date: string) => `You can opt out of this from ${date}`,
  leaveInWindow: 'You can opt out of this when the next window opens. Its first day is not set yet',
  leaveInWindowOrEvent:
    'You can opt out of this when the next window opens, or after a life event. The first day of the window is not set yet',
  noOptOut: 'Your employer provides this benefit for all employees, so you cannot opt out',
  noClaim: 'Please ask the provider of this benefit how to claim',
  noStatement: 'There are no statements for this benefit yet',
} as const

export const allowedBecause = {
  afterLifeEvent: (date: string) => `You can change your benefits after your life event, until ${date}`,
} as const
