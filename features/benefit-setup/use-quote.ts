import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { quoteBenefit, type BenefitView, type SetupValues } from '../../domain/selections/benefits.contract.ts'
import { benefitKeys } from '../benefit-parts/use-benefits.ts'

/** Calls for partners' products (BENEFIT-49), loaded on demand. */
export const partnerCalls = () => import('../benefit-parts/use-partner-calls.ts')

type Priced = Pick<BenefitView, 'benefitId' | 'beamSupported'>

/** Setup values and the requested first day; the earliest possible day if omitted. */
export type QuoteRequest = { values: SetupValues; effectiveFrom?: IsoDate }

/** Price query for setup values. The take-home derivation is optional. */
const quoteQueryWith = ({ benefitId: id, beamSupported }: Priced, asked: QuoteRequest & { takeHomeSteps: boolean }) =>
  queryOptions({
    queryKey: benefitKeys.quote(id, asked),
    queryFn: async ({ signal }) =>
      beamSupported
        ? (await partnerCalls()).fetchPartnerPrice({ benefitId: id, values: asked.values }, signal)
        : call(quoteBenefit, { params: { id }, body: asked }, signal),
    staleTime: 30_000,
    retry: false,
    // Fail at once when offline: a paused query would leave the previous choice's price on screen.
    networkMode: 'always',
  })

export const quoteQuery = (benefit: Priced, asked: QuoteRequest) =>
  quoteQueryWith(benefit, { ...asked, takeHomeSteps: false })

/** Price query while values change. A new query aborts the previous one, and the last price stays until its result arrives. */
export const useQuote = (benefit: Priced, asked: QuoteRequest | null) =>
  useQuery({
    ...quoteQuery(benefit, asked ?? { values: {} }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })

/** Query for the take-home derivation, sent once the price is known (`priced`). Does not ask a partner again. */
export const takeHomeStepsQuery = (benefit: Priced, { asked, priced }: { asked: QuoteRequest; priced: boolean }) => ({
  ...quoteQueryWith(benefit, { ...asked, takeHomeSteps: true }),
  enabled: priced && !benefit.beamSupported,
})
export type TakeHomeStepsQuery = ReturnType<typeof takeHomeStepsQuery>
