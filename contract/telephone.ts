/** Returns the address of a link that calls a telephone number. */
export function telephoneAddress(number: string): string {
  return `tel:${number.replaceAll(' ', '')}`
}
