import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { quoteBenefit, type BenefitView, type SetupValues } from './benefits.contract.ts'
import { benefitKeys } from './use-benefits.ts'

/** Partners' products are priced, chosen and left by calls of their own (BENEFIT-49), fetched for these alone. */
export const partnerCalls = () => import('./use-partner-calls.ts')

type Priced = Pick<BenefitView, 'benefitId' | 'beamSupported'>

/** The price of values; how take-home pay was worked out only for whoever has asked. */
export const quoteQuery = (
  { benefitId: id, beamSupported }: Priced,
  { values, takeHomeSteps = false }: { values: SetupValues; takeHomeSteps?: boolean },
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

/** The same while values change: a newer question aborts the one in flight, and the last price stays until the new one is here. */
export const useQuote = (
  benefit: Priced,
  { values, takeHomeSteps }: { values: SetupValues | null; takeHomeSteps: boolean },
) =>
  useQuery({
    ...quoteQuery(benefit, { values: values ?? {}, takeHomeSteps }),
    enabled: values !== null,
    placeholderData: keepPreviousData,
  })
