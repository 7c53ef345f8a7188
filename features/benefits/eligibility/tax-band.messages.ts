/** Explanation of relevant earnings for people whose choice they limit. */
export const taxBandMessages = {
  salary: (amount: string) => `salary ${amount}`,
  taxableBenefits: (amount: string) => `plus taxable benefits ${amount}`,
  pension: (amount: string) => `less pension ${amount}`,
  payrollGiving: (amount: string) => `less payroll giving ${amount}`,
  allowance: (amount: string) => `less personal allowance ${amount}`,
  because: (parts: string, amount: string) =>
    `Your limit follows from your relevant earnings: ${parts}, which makes ${amount}`,
} as const
