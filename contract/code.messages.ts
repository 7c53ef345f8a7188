/** Words around the boxes of an authentication code; several screens ask for one. */
export const codeMessages = {
  digit: (number: number, of: number) => `Digit ${number} of ${of}`,
} as const
