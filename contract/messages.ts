export const errorMessages = {
  generic:
    'Uh oh! It looks like something has gone wrong. Please try refreshing the page or click below to return to the home page',
  retryLater: 'It looks like something has gone wrong, please try again later',
  network: 'Failed to fetch',
  connectionLost: 'The connection is lost. Please try again',
  reloadNeeded: 'This could not be loaded. Please save or copy what you have entered, then reload the page',
  returnHome: 'Return to home',
  uhOh: 'Uh oh!',
} as const

/** Messages of refusals that any call may return. Only the server uses them, so they are not in the browser's files. */
export const refusalMessages = {
  sessionEnded: 'Your session has ended. Please log in again',
  notFound: 'There is nothing here, or it is not yours to see',
  malformed: 'Some of what was sent cannot be read. Please check it and try again',
  invalidField: 'This field is not valid',
  unknownField: 'This field is not known here',
  tooLarge: 'What was sent is too large',
  headersTooLarge:
    'Your browser sends too many cookies to this address. Please delete the cookies of this site in your browser’s settings, then open the page again.',
  wrongMethod: 'This address does not accept that kind of request',
  plainHttp: 'Please use https: what is sent without it can be read on the way',
  busy: 'The portal is busy. Please try again in a moment',
  termsRequired: 'Please accept the latest terms and conditions first',
  twoFactorDue: 'Two factor authentication is required now. Please log in again to set it up',
  manySignIns: 'Many people are logging in right now. Please try again in a moment',
  notThisView: 'This request is for another view of the portal. Please close this tab and start again',
  notFromPortal: 'This request did not come from the portal. Please reload the page and try again',
  captchaUnavailable: 'We cannot check right now that you are not a robot. Please try again in a few minutes',
  sameKeyOtherRequest: 'This request was already used for something else. Please start again',
} as const

export const limitMessages = {
  atLeast: (origin: string, limit: number) => `Please give ${counted('at least', origin, limit)}`,
  atMost: (origin: string, limit: number) => `Please give ${counted('at most', origin, limit)}`,
} as const

function counted(bound: string, origin: string, limit: number): string {
  const unit = { string: ' character', array: ' item', set: ' item', file: ' byte' }[origin] ?? ''
  return `${bound} ${limit.toLocaleString('en-GB')}${unit}${unit && limit !== 1 ? 's' : ''}`
}

export const formMessages = {
  required: 'This field is required',
  email: 'Please enter a valid email address',
  robot: 'Please confirm that you are not a robot!',
} as const

export const guardMessages = {
  loading: 'Loading profile...',
  denied: 'Access Denied',
} as const

export const termsStep = 'Terms'

export const buttonMessages = {
  next: 'Next',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  retry: 'Retry',
  reload: 'Reload',
} as const
