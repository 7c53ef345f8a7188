import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { call } from '../../contract/call.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { readBenefitInsights, readInsightsOfBenefit } from '../take-up/take-up.contract.ts'
import { groupQuery, useGroupInAddress } from '../take-up/use-group-filter.ts'
import { readEmployeeInsights } from './insights.contract.ts'

const insights = 'insights'

export function useEmployeeInsights() {
  const id = useClientId()
  return useQuery({
    queryKey: [insights, 'employees'],
    queryFn: ({ signal }) => call(readEmployeeInsights, { params: { id } }, signal),
  })
}

export function useBenefitInsights() {
  const id = useClientId()
  const query = groupQuery(useGroupInAddress())
  return useQuery({
    queryKey: [insights, 'benefits', query],
    queryFn: ({ signal }) => call(readBenefitInsights, { params: { id }, query }, signal),
    // The filters stay while the figures of another group load, because one of them has the focus.
    placeholderData: (before) => before,
  })
}

export function useInsightsOfBenefit(benefitId: string | null) {
  const id = useClientId()
  return useQuery({
    queryKey: [insights, 'benefit', benefitId],
    enabled: benefitId !== null,
    queryFn: ({ signal }) =>
      call(readInsightsOfBenefit, { params: { id, benefit: benefitId ?? '' }, query: { range: 1 } }, signal),
  })
}

export function useBenefitInAddress(): string | null {
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  return new URLSearchParams(search).get('benefit')
}
