export function telephoneAddress(number: string): string {
  return `tel:${number.replaceAll(' ', '')}`
}
