import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../contract/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { useUser } from '../session/use-session.ts'
import {
  downloadBenefitTakeUp,
  downloadTakeUp,
  readBenefitInsights,
  readBenefitTakeUp,
  readInsightsOfBenefit,
  readTakeUp,
  type Holding,
  type TakeUpSort,
} from './take-up.contract.ts'
import { withInsights } from './take-up.rules.ts'

const takeUp = 'take-up'

export function useTakeUp() {
  const id = useClientId()
  const insights = useUser()?.isInsightsEnabled === true
  return useQuery({
    queryKey: [takeUp, 'all', insights],
    queryFn: ({ signal }) =>
      withInsights(insights, (on) => call(on ? readBenefitInsights : readTakeUp, { params: { id } }, signal)),
  })
}

export type People = ReturnType<typeof usePeople>

/** A new search or another figure returns to page 1. */
export function usePeople(first: Holding) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed).trim()
  const [holding, setHolding] = useState<Holding>(first)
  const [place, setPlace] = useState({ of: '', page: 1 })
  const of = `${holding} ${search}`
  return {
    typed,
    setTyped,
    search,
    holding,
    setHolding,
    page: place.of === of ? place.page : 1,
    setPage: (page: number) => setPlace({ of, page }),
    showAll: () => {
      setTyped('')
      setHolding('selected')
    },
    isNarrowed: search !== '',
  }
}

export function useBenefitTakeUp(benefitId: string, { search, holding, page }: People) {
  const id = useClientId()
  const insights = useUser()?.isInsightsEnabled === true
  const query = { ...(search && { search }), 'filter[holding]': holding, page }
  return useQuery({
    queryKey: [takeUp, benefitId, insights, query],
    queryFn: ({ signal }) =>
      withInsights(insights, (on) =>
        call(on ? readInsightsOfBenefit : readBenefitTakeUp, { params: { id, benefit: benefitId }, query }, signal),
      ),
  })
}

export function useTakeUpDownload({ category, sort }: { category: string | null; sort: TakeUpSort | null }) {
  const id = useClientId()
  const query = {
    ...(category && { category }),
    ...(sort && { sort_by: sort }),
  }
  return useMutation({
    mutationFn: async () => saveFile(await call(downloadTakeUp, { params: { id }, query })),
  })
}

export function usePeopleDownload(benefitId: string, { search, holding }: People) {
  const id = useClientId()
  const query = { ...(search && { search }), 'filter[holding]': holding }
  return useMutation({
    mutationFn: async () => saveFile(await call(downloadBenefitTakeUp, { params: { id, benefit: benefitId }, query })),
  })
}
