import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Handler, ServiceInput } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { isPricedByPartner } from '../../services/benefits/benefit-view.server.ts'
import { notInThisState, type SelectionView } from '../../domain/selections/benefits.contract.ts'
import { saveChoice, lockedBenefitStatus } from './save-choice.api.ts'
import { currentSelectionBody } from '../../services/benefits/choosing.server.ts'
import { readBenefitStatus } from '../../services/my-benefits/my-benefit.server.ts'
import { selectionMails } from '../benefit-mails/selection-mails.queries.ts'
import { quoteFor } from './quote.api.ts'
import { leaveBenefit } from '../selections/selections.api.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import {
  handleWithPartnerPrices,
  type PartnersEngine,
  type PartnerRequests,
} from '../../services/benefits/partner-requests.server.ts'
import { askPartnerCosts, savePartnerSelection } from '../../domain/selections/partners.contract.ts'

export function partnerHandlers({ serverSecret }: Pick<AppContext, 'serverSecret'>, engine: PartnersEngine): Handler[] {
  const mails = selectionMails(serverSecret)
  return [
    handleWithPartnerPrices(askPartnerCosts, { engine, wanted: ({ body }) => body }, async (call, partner) => {
      const benefitStatus = requirePartnerProduct(
        await readBenefitStatus({ ...call, params: { id: call.body.benefitId } }),
      )
      const { price: costs, ...quote } = quoteFor(benefitStatus, call.body, partner)
      return { ...quote, costs, error: null }
    }),

    handleWithPartnerPrices(
      savePartnerSelection,
      { engine, wanted: savedChoice },
      async (call, partner): Promise<SelectionView> => {
        // Another person's selections get the same error as an unknown id (S-46).
        if (!isOwnSelection(call)) throw refuse(notFound)
        const { benefitId: id, values, costs, status, version } = call.body
        const ofBenefit = { ...call, mails, params: { id } }
        const benefitStatus = requirePartnerProduct(await lockedBenefitStatus(ofBenefit))
        const { selection } = benefitStatus
        if (status === 'opted-out') {
          if (!selection) throw refuse(notInThisState, { body: currentSelectionBody(benefitStatus) })
          return leaveBenefit(ofBenefit, { ...benefitStatus, selection }, version)
        }
        const seen = {
          ...(version !== undefined && { version }),
          ...(costs && { expectedPerPeriod: costs.employee.perPeriod }),
        }
        return saveChoice({ ...ofBenefit, body: { values, ...seen } }, benefitStatus, partner)
      },
    ),
  ]
}

type SaveCall = Pick<ServiceInput<typeof savePartnerSelection>, 'params' | 'body' | 'clientId' | 'caller'>

function savedChoice(saving: SaveCall): PartnerRequests | null {
  return saving.body.status === 'opted-out' || !isOwnSelection(saving) ? null : saving.body
}

function isOwnSelection({ params, clientId, caller }: Pick<SaveCall, 'params' | 'clientId' | 'caller'>): boolean {
  return params.clientId === clientId && params.employeeId === caller.personId
}

function requirePartnerProduct(benefitStatus: BenefitStatus): BenefitStatus {
  if (!isPricedByPartner(benefitStatus.benefit.definition)) throw refuse(notFound)
  return benefitStatus
}
