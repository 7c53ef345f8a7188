export const payrollMessages = {
  adjustment: (period: string) => `Due in ${period}, which was already closed`,
  owedAtLeaving: 'Owed at leaving',
  owedAtLeavingReturned: 'Owed at leaving, refunded',
  adjustmentOfTaxYear: (period: string, taxYear: string) =>
    `Due in ${period} of the tax year ${taxYear}, which was already closed`,
} as const
