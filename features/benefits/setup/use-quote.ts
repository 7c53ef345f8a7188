import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../contract/call.ts'
import type { IsoDate } from '../../../contract/dates.ts'
import { quoteBenefit, type BenefitView, type SetupValues } from '../benefits.contract.ts'
import { benefitKeys } from '../use-benefits.ts'

/** Partners' products are priced, chosen and left by calls of their own (BENEFIT-49), fetched for these alone. */
export const partnerCalls = () => import('./use-partner-calls.ts')

type Priced = Pick<BenefitView, 'benefitId' | 'beamSupported'>

/** Setup values, and the first day that the person wants; the earliest without one. */
export type QuoteAsked = { values: SetupValues; effectiveFrom?: IsoDate }

/** The price of values; how take-home pay was worked out only for whoever asks. */
const quoteQueryWith = ({ benefitId: id, beamSupported }: Priced, asked: QuoteAsked & { takeHomeSteps: boolean }) =>
  queryOptions({
    queryKey: benefitKeys.quote(id, asked),
    queryFn: async ({ signal }) =>
      beamSupported
        ? (await partnerCalls()).askPartner({ benefitId: id, values: asked.values }, signal)
        : call(quoteBenefit, { params: { id }, body: asked }, signal),
    staleTime: 30_000,
    retry: false,
    // Without a network it fails and says so: a price that waits for one would leave that of the choice before standing.
    networkMode: 'always',
  })

export const quoteQuery = (benefit: Priced, asked: QuoteAsked) =>
  quoteQueryWith(benefit, { ...asked, takeHomeSteps: false })

/** The same while values change: a newer question aborts the one in flight, and the last price stays until the new one is here. */
export const useQuote = (benefit: Priced, asked: QuoteAsked | null) =>
  useQuery({
    ...quoteQuery(benefit, asked ?? { values: {} }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })

/** Derivation of take-home pay, requested once the price (`priced`) is here. Does not ask a partner again. */
export const takeHomeStepsQuery = (benefit: Priced, { asked, priced }: { asked: QuoteAsked; priced: boolean }) => ({
  ...quoteQueryWith(benefit, { ...asked, takeHomeSteps: true }),
  enabled: priced && !benefit.beamSupported,
})
export type TakeHomeStepsQuery = ReturnType<typeof takeHomeStepsQuery>
