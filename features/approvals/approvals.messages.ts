import { crumbMessages } from '../../contract/screen.messages.ts'

/** Sentences of the approvals screens, by their keys in the message catalogue (Annex D). */
export const approveMessages = {
  pageTitle: (benefitName: string) => `${benefitName} - Selections awaiting approval`,
  crumbHome: crumbMessages.home,
  crumbDashboard: crumbMessages.dashboard,
  crumb: 'Approve Selections',
  approve: 'Approve',
  reject: 'Reject',
  askApprove: 'Are you sure you would like to approve these selections?',
  askReject: 'Are you sure you would like to reject these selections?',
  nothing: 'No selections to approve/reject, please review your choice',
  processing: 'Processing...',
  none: 'No approval data found',
  failed: 'There was an error requesting approval data',
  noLongerPending:
    'Some of these selections were decided or changed meanwhile. Nothing was saved: please look at the list again',
  leftMeanwhile:
    'Some of these employees have left, so their selections can only be rejected. Nothing was saved: please leave them out',
  startsAfterLeaving:
    'Some of these employees leave before their selections start. Nothing was saved: please reject them or leave them out',
  startsAfterLeavingOf: (name: string, { lastDay, startsOn }: { lastDay: string; startsOn: string }) =>
    `${name}: last day ${lastDay}, would start on ${startsOn}`,
  lastDay: 'Last day of employment',
  familyChanged:
    'Some of these selections cover somebody who has left the employee’s family. Nothing was saved: please reject them or leave them out',
  belowWage:
    'The pay of some of these employees would fall below the minimum wage, so their selections can only be rejected. Nothing was saved: please leave them out',
  ownSelection: 'You cannot approve or reject your own selection. Please ask another administrator',

  lead: 'What your employees have chosen and cannot start without your decision.',
  overview: 'Selections awaiting approval',
  benefit: 'Benefit',
  waiting: 'Waiting',
  toReview: 'Review',
  review: (benefitName: string) => `Review ${benefitName}`,
  nothingWaits: 'None waiting',
  noneYet: 'Selections appear here once employees ask for something that needs your decision.',
  openPage: 'Open as a page',
  loading: 'Loading selections',
  employee: 'Employee name',
  selectAll: 'Select all',
  select: (employeeName: string) => `Select ${employeeName}`,
  chosen: (chosen: number, all: number) => `${chosen} of ${all} selected`,
  find: 'Find an employee',
  noneFound: 'No employee of this list has that name',
  own: 'Yours: another administrator decides',
  reason: 'Reason',
  reasonHint: 'The employee reads it beside the decision.',
  chosenNames: 'Your decision is about',
  andMore: (count: number) => `and ${count} more`,
  changedNames: (names: string) => `Changed: ${names}`,
  leftNames: (names: string) => `Left: ${names}`,
  belowWageOf: (name: string, { payAfter, floor, from }: { payAfter: string; floor: string; from: string | null }) =>
    `${name}: ${payAfter} a year would be left${from ? ` from ${from}` : ''}, where the minimum wage for their age and hours is ${floor}`,
  approved: (count: number, names: string) =>
    `${count === 1 ? '1 selection' : `${count} selections`} approved: ${names}`,
  rejected: (count: number, names: string) =>
    `${count === 1 ? '1 selection' : `${count} selections`} rejected: ${names}`,

  askedFor: 'Request',
  firstChoice: 'New',
  changeOfRunning: 'Change',
  peopleCovered: 'People covered',
  onlyEmployee: 'Employee only',
  alreadyTaken: 'Already taken from pay',
  costToEmployee: 'Employee pays a month',
  costToEmployer: 'Employer pays a month',
  total: 'Total',
  from: 'From',
} as const
