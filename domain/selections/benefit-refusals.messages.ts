import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { termsMessages } from '../../contract/terms.messages.ts'

export const benefitRefusals = {
  notSelectable: 'This benefit cannot be chosen or changed now',
  invalidChoice: formErrorMessages.reviewPage,
  changedMeanwhile: 'This has changed since you opened it. Please check the latest version and try again',
  notInThisState: 'This is no longer possible, because the selection has changed. Please check its current state',
  questionsNotAnswered: 'Please answer the medical questions first. This amount of cover requires your answers',
  termsNotAccepted: termsMessages.required,
  priceChanged: 'The price has changed since you saw it. Please look at the new price and confirm again',
  notPriced: 'This benefit has no price at the moment. Please try again later',
  belowMinimumWage: 'Your pay would fall below the minimum wage',
  minimumWageUnknown: 'Your pay cannot be checked against the minimum wage',
} as const
