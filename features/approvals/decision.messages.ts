export const decisionMessages = {
  askApprove: 'Are you sure you would like to approve these selections?',
  askReject: 'Are you sure you would like to reject these selections?',
  nothing: 'No selections to approve/reject, please review your choice',
  tooMany: (most: number) => `Please choose at most ${most} selections at once`,
  processing: 'Processing...',
  noLongerPending:
    'Some of these selections have been decided or changed since you opened the list. Nothing was saved: please look at the list again',
  leftMeanwhile:
    'Some of these employees have left, so their selections can only be rejected. Nothing was saved: please leave them out',
  startsAfterLeaving:
    'Some of these employees leave before their selections start. Nothing was saved: please reject them or leave them out',
  startsAfterLeavingOf: (name: string, { lastDay, startsOn }: { lastDay: string; startsOn: string }) =>
    `${name}: last day ${lastDay}, would start on ${startsOn}`,
  familyChanged:
    'Some of these selections cover a person who has left the employee’s family. Nothing was saved: please reject them or leave them out',
  belowWage:
    'The pay of some of these employees would fall below the minimum wage, so their selections can only be rejected. Nothing was saved: please leave them out',
  ownSelection: 'You cannot approve or reject your own selection. Please ask another administrator',
  reason: 'Reason',
  reasonHint: 'The employee will see this with your decision.',
  chosenNames: 'Your decision applies to',
  choiceOf: (name: string, benefitName: string) => `${name} (${benefitName})`,
  andMore: (count: number) => `and ${count} more`,
  changedNames: (names: string) => `Changed: ${names}`,
  leftNames: (names: string) => `Left: ${names}`,
  belowWageOf: (name: string, { payAfter, floor, from }: { payAfter: string; floor: string; from: string | null }) =>
    `${name}: ${payAfter} a year would be left${from ? ` from ${from}` : ''}, but the minimum wage for their age and hours is ${floor}`,
  unanswered: { whether: 'your decision was saved', not: 'Your decision was not saved.' },
  decided: (names: string) => `Already decided: ${names}. The employees’ details show each decision.`,
  approved: (count: number, names: string) =>
    `${count === 1 ? '1 selection' : `${count} selections`} approved: ${names}`,
  rejected: (count: number, names: string) =>
    `${count === 1 ? '1 selection' : `${count} selections`} rejected: ${names}`,
} as const
