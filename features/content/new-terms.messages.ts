import { termsStep } from '../../contract/messages.ts'

export const newTermsMessages = {
  title: 'There are new terms and conditions',
  firstTitle: 'Please accept the terms and conditions',
  lead: 'Please read the terms and the privacy statement. You can continue once you have accepted the terms.',
  ofViewed:
    'The person whose portal you are viewing has not accepted these yet. You can see their portal once they have.',
  panel: termsStep,
  loading: 'Loading the terms and conditions',
  loadFailed: 'We could not load the terms and conditions. Please try refreshing the page.',
  changed: 'The terms and conditions have just been changed again. Please read them once more',
  accepting: 'Accepting...',
  leave: 'You have not accepted the terms yet. Leave this page?',
  leaveIt: 'Leave this page',
  stay: 'Stay here',
} as const
