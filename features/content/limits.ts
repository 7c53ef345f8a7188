/** Each message sends a mail, so their number is limited. */
export const enquiryLimits = { perHour: 10, longestComments: 5000 } as const
