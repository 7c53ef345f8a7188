export const codeMessages = {
  digit: (number: number, of: number) => `Digit ${number} of ${of}`,
} as const
