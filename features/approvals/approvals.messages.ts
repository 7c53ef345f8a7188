/** Sentences of the approvals screens, by their keys in the message catalogue (Annex D). */
export const approveMessages = {
  pageTitle: (benefitName: string) => `${benefitName} - Selections awaiting approval`,
  crumbHome: 'Home',
  crumbDashboard: 'Employer dashboard',
  crumb: 'Approve Selections',
  approve: 'Approve',
  reject: 'Reject',
  askApprove: 'Are you sure you would like to approve these selections?',
  askReject: 'Are you sure you would like to reject these selections?',
  nothing: 'No selections to approve/reject, please review your choice',
  processing: 'Processing...',
  none: 'No approval data found',
  failed: 'There was an error requesting approval data',
  noLongerPending: 'Some of these selections were decided or changed meanwhile. Nothing was saved: please look at the list again',
  ownSelection: 'You cannot approve or reject your own selection. Please ask another administrator',
} as const
