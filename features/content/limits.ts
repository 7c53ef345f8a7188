/** Limits of the contact page, because each message sends a mail. */
export const enquiryLimits = { perHour: 10, longestComments: 5000 } as const
