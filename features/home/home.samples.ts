import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, SelectionId } from '../../contract/ids.ts'
import type { BenefitView, SelectionState } from '../../domain/selections/benefits.contract.ts'

const closing = '2026-12-31' as IsoDate

export function benefitIn({
  name,
  status,
  daysLeft = null,
  available = true,
}: {
  name: string
  status?: SelectionState
  /** Days until the window closes, on 31 December 2026. */
  daysLeft?: number | null
  available?: boolean
}): BenefitView {
  return {
    benefitId: crypto.randomUUID() as BenefitId,
    on: '2026-11-16' as IsoDate,
    code: 'sample',
    name,
    summary: 'A sample.',
    description: '<p>A sample.</p>',
    imageUrl: null,
    category: 'health',
    groupId: 'sample',
    groupCode: null,
    providerName: null,
    needsApproval: false,
    openInProbation: true,
    freeCoverLimit: null,
    medicalQuestions: 'none',
    beamSupported: false,
    beamPartnerValueLimits: null,
    termsAndConditionsShown: false,
    terms: [],
    faqs: [],
    related: [],
    links: [],
    claim: null,
    cta: null,
    availability: {
      available,
      reason: null,
      cause: null,
      opensOn: null,
      closesOn: daysLeft === null ? null : closing,
      daysLeft,
    },
    allowedActions: [],
    setupFields: [],
    pot: null,
    leastPerMonth: null,
    selection: status ? selectionIn(status) : null,
  }
}

function selectionIn(status: SelectionState): NonNullable<BenefitView['selection']> {
  return {
    selectionId: crypto.randomUUID() as SelectionId,
    benefitId: crypto.randomUUID() as BenefitId,
    temporarySelection: status === 'draft',
    status,
    statusLabel: status,
    version: 1,
    values: {},
    planDetails: [],
    peopleCovered: [],
    costsSummaryForMonthlyCostSection: null,
    price: null,
    running: null,
    cta: null,
    effectiveFrom: null,
    endDate: null,
    endsIfOptedOut: null,
    neverBeginsIfOptedOut: null,
    reachesPay: null,
    decisionReason: null,
    editFields: [],
    fieldStatus: {},
  }
}
