import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, SelectionId } from '../../contract/ids.ts'
import type { BenefitView, SelectionState } from '../benefits/benefits.contract.ts'
import type { SetupReply } from '../session/session.contract.ts'

/** People and benefits for the tests of Home. */

export function signedIn(userType: 'employee' | 'employer'): {
  session: { step: 'in'; ssoLogoutUrl: null } & SetupReply
} {
  return {
    session: {
      step: 'in',
      ssoLogoutUrl: null,
      user: {
        id: 'p',
        name: 'Amelia Hart',
        firstName: 'Amelia',
        surname: 'Hart',
        email: 'amelia.hart@demo.example',
        avatar: null,
        userType,
        employmentStatus: 'active',
        firstLogin: false,
        isInsightsEnabled: false,
        termsRevision: 1,
        siteTermsUpdated: false,
        isDataLoadEligibilityImpactEnabled: false,
        isOneHubIntegrationActive: false,
        oneHubLogoutUrl: null,
      },
      client: {
        id: 'c',
        clientName: 'Northgate Rail',
        contactUsEnabled: true,
        redirectOrigins: [],
        clientExceptions: [],
        scheme: {
          id: 's',
          schemeYear: 2026,
          baseFont: null,
          headerFont: null,
          theme: { core: { primaryColour: '#0B5D5E', secondaryColour: '#D9480F' } },
          avatarSet: { avatarsetPlainFileURL: null },
        },
      },
      cmsData: { faqs: [], sso_access_only: false },
    },
  }
}

const closing = '2026-12-31' as IsoDate

export function benefitIn({
  name,
  status,
  daysLeft = null,
}: {
  name: string
  status?: SelectionState
  /** Days until the window closes, on 31 December 2026. */
  daysLeft?: number | null
}): BenefitView {
  return {
    // An id of the sample's own; the screens only pass it on.
    benefitId: crypto.randomUUID() as BenefitId,
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
    beamSupported: false,
    termsAndConditionsShown: false,
    terms: [],
    faqs: [],
    related: [],
    links: [],
    claim: null,
    cta: null,
    availability: {
      available: true,
      reason: null,
      cause: null,
      opensOn: null,
      closesOn: daysLeft === null ? null : closing,
      daysLeft,
    },
    allowedActions: [],
    setupFields: [],
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
    reachesPay: null,
    decisionReason: null,
    editFields: [],
    fieldStatus: {},
  }
}
