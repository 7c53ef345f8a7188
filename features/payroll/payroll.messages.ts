/** Words of payroll lines. */
export const payrollMessages = {
  adjustment: (period: string) => `Due in ${period}, which could change no more`,
} as const
