import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../contract/call.ts'
import { quoteBenefit, type BenefitView, type SetupValues } from '../benefits.contract.ts'
import { benefitKeys } from '../use-benefits.ts'

/** Partners' products are priced, chosen and left by calls of their own (BENEFIT-49), fetched for these alone. */
export const partnerCalls = () => import('./use-partner-calls.ts')

type Priced = Pick<BenefitView, 'benefitId' | 'beamSupported'>

/** The price of values; how take-home pay was worked out only for whoever asks. */
const quoteQueryWith = (
  { benefitId: id, beamSupported }: Priced,
  { values, takeHomeSteps }: { values: SetupValues; takeHomeSteps: boolean },
) =>
  queryOptions({
    queryKey: benefitKeys.quote(id, { values, takeHomeSteps }),
    queryFn: async ({ signal }) =>
      beamSupported
        ? (await partnerCalls()).askPartner({ benefitId: id, values }, signal)
        : call(quoteBenefit, { params: { id }, body: { values, takeHomeSteps } }, signal),
    staleTime: 30_000,
    retry: false,
    // Without a network it fails and says so: a price that waits for one would leave that of the choice before standing.
    networkMode: 'always',
  })

export const quoteQuery = (benefit: Priced, values: SetupValues) =>
  quoteQueryWith(benefit, { values, takeHomeSteps: false })

/** The same while values change: a newer question aborts the one in flight, and the last price stays until the new one is here. */
export const useQuote = (benefit: Priced, values: SetupValues | null) =>
  useQuery({
    ...quoteQuery(benefit, values ?? {}),
    enabled: values !== null,
    placeholderData: keepPreviousData,
  })

/**
 * How take-home pay was worked out at the same values: a question of its own, so that the price stands whatever becomes of it,
 * asked once the price of these values is here (`priced`), which it must not keep waiting. A partner is not asked twice; what it answered has the steps already.
 */
export const takeHomeStepsQuery = (benefit: Priced, { values, priced }: { values: SetupValues; priced: boolean }) => ({
  ...quoteQueryWith(benefit, { values, takeHomeSteps: true }),
  enabled: priced && !benefit.beamSupported,
})
export type TakeHomeStepsQuery = ReturnType<typeof takeHomeStepsQuery>
