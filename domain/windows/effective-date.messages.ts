export const effectiveMessages = {
  countsFrom: (date: string) => `It starts on ${date}.`,
  reachesPay: (month: string) => `This change reaches your pay in ${month}`,
  reachesPayOnceApproved: (month: string) => `Once approved, this change reaches your pay in ${month} at the earliest`,
  reachesNoPay: 'This change does not reach any pay that is planned yet',
} as const
