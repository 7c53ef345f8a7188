export const payrollMessages = {
  adjustment: (period: string) => `Due in ${period}, which could no longer change`,
  owedAtLeaving: 'Owed at leaving',
  owedAtLeavingReturned: 'Owed at leaving, given back',
  adjustmentOfTaxYear: (period: string, taxYear: string) =>
    `Due in ${period}, in the tax year ${taxYear}, which could no longer change`,
} as const
