/** Budgets of the contact page: each message is a mail to somebody. */
export const enquiryLimits = { perHour: 10, longestComments: 5000 } as const
