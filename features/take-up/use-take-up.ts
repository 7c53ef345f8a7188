import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import { oneOf, pageNumberIn, useAddressParam, useSearchInAddress, useSetAddress } from '../../ui/use-address-params.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { useUser } from '../session/use-session.ts'
import {
  downloadBenefitTakeUp,
  downloadTakeUp,
  peopleLists,
  readBenefitInsights,
  readBenefitTakeUp,
  readInsightsOfBenefit,
  readTakeUp,
  type PeopleList,
  type TakeUpSort,
} from './take-up.contract.ts'
import type { GroupFilter } from './people-groups.rules.ts'
import { withInsights } from './take-up.rules.ts'
import { groupQuery, useGroupInAddress } from './use-group-filter.ts'

const takeUp = 'take-up'

export function useTakeUp(group: GroupFilter | null) {
  const id = useClientId()
  const insights = useUser()?.isInsightsEnabled === true
  const query = groupQuery(group)
  return useQuery({
    queryKey: [takeUp, 'all', insights, query],
    queryFn: ({ signal }) =>
      withInsights(insights, (on) => call(on ? readBenefitInsights : readTakeUp, { params: { id }, query }, signal)),
    placeholderData: (before) => before,
  })
}

export type PeopleState = ReturnType<typeof usePeopleState>

export function usePeopleState(names: { search: string; holding: string; page: string }) {
  const setAddress = useSetAddress()
  const { typed, setTyped, search } = useSearchInAddress(names.search, { [names.page]: '' })
  const holding = oneOf(peopleLists, useAddressParam(names.holding)) ?? 'selected'
  const group = useGroupInAddress()
  return {
    typed,
    setTyped,
    search,
    holding,
    setHolding: (next: PeopleList) => setAddress({ [names.holding]: next, [names.page]: '' }),
    page: pageNumberIn(useAddressParam(names.page)),
    pageName: names.page,
    setPage: (page: number) => setAddress({ [names.page]: page === 1 ? '' : String(page) }),
    showAll: () => {
      setTyped('')
      setAddress({
        [names.search]: '',
        [names.holding]: '',
        [names.page]: '',
        department: '',
        location: '',
        payroll: '',
      })
    },
    isNarrowed: search !== '' || group !== null,
  }
}

export function useBenefitTakeUp(benefitId: string, { search, holding, page }: PeopleState) {
  const id = useClientId()
  const insights = useUser()?.isInsightsEnabled === true
  const query = {
    ...(search && { search }),
    'filter[holding]': holding,
    ...groupQuery(useGroupInAddress()),
    page,
  }
  return useQuery({
    queryKey: [takeUp, benefitId, insights, query],
    queryFn: ({ signal }) =>
      withInsights(insights, (on) =>
        call(on ? readInsightsOfBenefit : readBenefitTakeUp, { params: { id, benefit: benefitId }, query }, signal),
      ),
    placeholderData: (before) => (before?.benefit.benefitId === benefitId ? before : undefined),
  })
}

export function useTakeUpDownload({ category, sort }: { category: string | null; sort: TakeUpSort | null }) {
  const id = useClientId()
  const query = {
    ...groupQuery(useGroupInAddress()),
    ...(category && { category }),
    ...(sort && { sort_by: sort }),
  }
  return useMutation({
    mutationFn: async () => saveFile(await call(downloadTakeUp, { params: { id }, query })),
  })
}

export function usePeopleDownload(benefitId: string, { search, holding }: PeopleState) {
  const id = useClientId()
  const query = { ...(search && { search }), 'filter[holding]': holding, ...groupQuery(useGroupInAddress()) }
  return useMutation({
    mutationFn: async () => saveFile(await call(downloadBenefitTakeUp, { params: { id, benefit: benefitId }, query })),
  })
}
