export const effectiveMessages = {
  countsFrom: (date: string) => `It counts from ${date}.`,
  reachesPay: (month: string) => `This change reaches your pay in ${month}`,
  reachesNoPay: 'This change does not reach any pay that is planned yet',
} as const
