export const effectiveMessages = {
  countsFrom: (date: string) => `It starts on ${date}.`,
  reachesPay: (month: string) => `This change reaches your pay in ${month}`,
  reachesPayOnceApproved: (month: string) => `Once approved, this change reaches your pay in ${month} at the earliest`,
  reachesNoPay: 'No pay day is planned yet that this change can reach',
} as const
