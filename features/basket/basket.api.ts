import type { Handler, ServiceInput } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { handleForCaller } from '../../services/my-benefits/handle-for-caller.server.ts'
import { setupValuesOf } from '../../services/benefits/choice-values.rules.ts'
import { loadPersonScheme, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import {
  handleAfterPartnerPrices,
  type PartnersEngine,
  partnerRequestsFor,
} from '../../services/benefits/partner-requests.server.ts'
import { selectionMails } from '../benefit-mails/selection-mails.queries.ts'
import type { SynchronousCostEngine, PartnerPriceRequest } from '../../domain/pricing/cost-engine.ts'
import { type Basket, confirmBasket, readBasket } from './basket.contract.ts'
import { basketView } from './basket-view.server.ts'
import { confirmDrafts } from './confirm-drafts.server.ts'
import { draftsOf, priceBasket } from './basket-prices.server.ts'

export const basketHandlers = (
  { serverSecret }: Pick<AppContext, 'serverSecret'>,
  engine: PartnersEngine,
): Handler[] => [
  engine
    ? handleAfterPartnerPrices(
        readBasket,
        { engine, questions: async (reading) => partnerRequestsOf(await schemeOfCaller(reading)) },
        async (call, partner) => basketOf(await schemeOfCaller(call), partner),
      )
    : handleForCaller(readBasket, (scheme) => basketOf(scheme)),

  handleAfterPartnerPrices(
    confirmBasket,
    { engine, questions: async (reading) => partnerRequestsOf(await schemeOfCaller(reading)) },
    (call, partner) => confirmDrafts({ ...call, mails: selectionMails(serverSecret) }, partner),
  ),
]

type BasketContext = Pick<ServiceInput<typeof readBasket>, 'tx' | 'clientId' | 'caller' | 'today'>

function basketOf(scheme: PersonScheme | undefined, partner?: SynchronousCostEngine): Basket {
  if (!scheme) return { items: [], together: null }
  const actorId = scheme.person.personId
  return basketView(scheme, priceBasket(scheme, { drafts: draftsOf(scheme), actorId, partner }))
}

function partnerRequestsOf(scheme: PersonScheme | undefined): PartnerPriceRequest[] {
  if (!scheme) return []
  return draftsOf(scheme)
    .filter(({ choosing }) => choosing.allowed)
    .flatMap((draft) =>
      partnerRequestsFor(draft, setupValuesOf(draft.benefit.definition, draft.selection.newest.choice)),
    )
}

function schemeOfCaller({ tx, clientId, caller, today }: BasketContext): Promise<PersonScheme | undefined> {
  return loadPersonScheme(tx, clientId, { ...caller, today })
}
