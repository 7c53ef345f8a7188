import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { quoteBenefit, type BenefitView, type SetupValues } from '../../domain/selections/benefits.contract.ts'
import { benefitKeys } from '../benefit-parts/use-benefits.ts'

export const partnerCalls = () => import('../benefit-parts/use-partner-calls.ts')

type Priced = Pick<BenefitView, 'benefitId' | 'beamSupported'>

export type QuoteRequest = { values: SetupValues; effectiveFrom?: IsoDate }

const quoteQueryWith = ({ benefitId: id, beamSupported }: Priced, asked: QuoteRequest & { takeHomeSteps: boolean }) =>
  queryOptions({
    queryKey: benefitKeys.quote(id, asked),
    queryFn: async ({ signal }) =>
      beamSupported
        ? (await partnerCalls()).fetchPartnerPrice({ benefitId: id, values: asked.values }, signal)
        : call(quoteBenefit, { params: { id }, body: asked }, signal),
    staleTime: 30_000,
    retry: false,
    // Fail at once when offline, because a paused query would leave an outdated price on screen.
    networkMode: 'always',
  })

export const quoteQuery = (benefit: Priced, asked: QuoteRequest) =>
  quoteQueryWith(benefit, { ...asked, takeHomeSteps: false })

export const useQuote = (benefit: Priced, asked: QuoteRequest | null) =>
  useQuery({
    ...quoteQuery(benefit, asked ?? { values: {} }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })

/** Sent only after the price is known (`priced`), and never for business partners' products. */
export const takeHomeStepsQuery = (benefit: Priced, { asked, priced }: { asked: QuoteRequest; priced: boolean }) => ({
  ...quoteQueryWith(benefit, { ...asked, takeHomeSteps: true }),
  enabled: priced && !benefit.beamSupported,
})
export type TakeHomeStepsQuery = ReturnType<typeof takeHomeStepsQuery>
