import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { hasEnded } from '../../domain/selections/benefit-state.rules.ts'
import { optOut, type BenefitView, type SelectionView } from '../../domain/selections/benefits.contract.ts'
import { benefitQuery, refreshBenefits } from '../benefit-parts/use-benefits.ts'
import { whatIf } from '../../domain/tax/what-if.contract.ts'

export function useOptOut(
  { benefitId, beamSupported }: Pick<BenefitView, 'benefitId' | 'beamSupported'>,
  { selectionId: id, version }: Pick<SelectionView, 'selectionId' | 'version'>,
) {
  const client = useQueryClient()
  const body = { status: 'opted-out', version } as const
  return useMutation({
    mutationFn: async () =>
      beamSupported
        ? (await import('../benefit-parts/use-partner-calls.ts')).saveWithPartner({ benefitId, ...body })
        : call(optOut, { params: { id }, body }),
    onSettled: () => refreshBenefits(client),
  })
}

export function useOptOutCheck(benefitId: BenefitView['benefitId']) {
  const client = useQueryClient()
  return async (): Promise<boolean> => {
    const { selection } = await client.fetchQuery({ ...benefitQuery(benefitId), staleTime: 0, retry: false })
    return selection === null || hasEnded(selection)
  }
}

/** Returns the monthly gain in take-home pay after opting out; undefined while loading, null if unknown. */
export function useOptOutEffect(benefitId: BenefitView['benefitId'], { asks }: { asks: boolean }) {
  const { data, isError } = useQuery({
    queryKey: ['in-hand-without', benefitId],
    queryFn: async ({ signal }) => {
      const { takeHome } = await call(whatIf, { body: { without: [benefitId] } }, signal)
      return takeHome && takeHome.change.perMonth
    },
    enabled: asks,
    retry: false,
    // Not cached, because the price may have changed when the panel is opened again.
    gcTime: 0,
  })
  return isError ? null : data
}
