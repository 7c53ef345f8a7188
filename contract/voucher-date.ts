/** Returns '21.11.26', the format of voucher dates (CONST-25). */
export function showVoucherDate(date: string): string {
  const [year = '', month, day] = date.slice(0, 10).split('-')
  return `${day}.${month}.${year.slice(2)}`
}
