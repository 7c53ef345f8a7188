export const termsMessages = {
  checkbox: 'I have read the terms and conditions',
  required: 'Please confirm that you have read the terms and conditions',
} as const
