export const taxBandMessages = {
  salary: (amount: string) => `salary ${amount}`,
  other: (amount: string) => `plus other contractual pay ${amount}`,
  taxableBenefits: (amount: string) => `plus taxable benefits ${amount}`,
  pension: (amount: string) => `less pension ${amount}`,
  payrollGiving: (amount: string) => `less payroll giving ${amount}`,
  allowance: (amount: string) => `less personal allowance ${amount}`,
  joined: ({ paid, until, days, asYear }: { paid: string; until: string; days: number; asYear: string }) =>
    `which is ${paid} from your first day until ${until}, multiplied by 365 and divided by ${days} days: ${asYear}`,
  because: (parts: string, amount: string) =>
    `Your limit depends on your relevant earnings: ${parts}, in total ${amount}`,
  rates: {
    basic: (limit: string) => `This is within the basic rate of tax, up to ${limit}`,
    higher: (limit: string) => `This is above ${limit}, in the higher rate of tax`,
    additional: (limit: string) => `This is above ${limit}, in the additional rate of tax`,
  },
  fixed: (estimatedOn: string) =>
    `These earnings were estimated for ${estimatedOn} and are fixed until the next 6 April (HMRC manual EIM16054)`,
  memberBefore2011: (since: string) =>
    `You have been a member since ${since}, before 6 April 2011, so your limit is the same at every rate of tax (HMRC manual EIM16057)`,
  restart: (month: string) =>
    `You can start vouchers again with your ${month} pay at the latest. After 52 tax weeks without a voucher you are no longer a member of the closed scheme, and cannot come back (HMRC manual EIM16230).`,
} as const
