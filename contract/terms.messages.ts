/** Terms to be accepted: of the site, and of a benefit. */
export const termsMessages = {
  checkbox: 'I have read the terms and conditions',
  required: 'Please confirm that you have read the terms and conditions',
} as const
