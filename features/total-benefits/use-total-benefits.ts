import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { call } from '../../contract/call.ts'
import {
  downloadTotalRewardStatement,
  listContributions,
  overviewModes,
  readTotalBenefits,
  readTotalBenefitsCard,
  type OverviewMode,
  type TotalBenefits,
} from './total-benefits.contract.ts'

/** The key has the same prefix as that of Home's card, so that a changed choice clears both (TOTAL-09). */
export const useTotalBenefits = () =>
  useQuery({
    queryKey: ['total-benefits', 'page'],
    queryFn: async ({ signal }): Promise<TotalBenefits> => {
      const [rows, card] = await Promise.all([
        call(readTotalBenefits, {}, signal),
        call(readTotalBenefitsCard, {}, signal),
      ])
      return { rows, card }
    },
    retry: 1,
  })

/** Downloads with the session's headers, because a token must never be in a URL. */
export const useRewardStatement = () =>
  useMutation({
    mutationFn: async () => {
      const file = await call(downloadTotalRewardStatement, {})
      const { saveFile } = await import('../../ui/save-file.ts')
      saveFile(file)
    },
  })

export const useStatement = (groupId: string) =>
  useQuery({
    queryKey: ['benefits', 'statement', groupId],
    queryFn: ({ signal }) => call(listContributions, { params: { id: groupId } }, signal),
  })

const parameter = 'modeMTB'

export function useOverviewMode(): [OverviewMode, (mode: OverviewMode) => void] {
  const router = useRouter()
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const asked = new URLSearchParams(search).get(parameter)
  const mode = overviewModes.find((one) => one === asked) ?? 'year'
  const set = (next: OverviewMode) => {
    const { pathname, searchStr } = router.state.location
    const query = new URLSearchParams(searchStr)
    query.set(parameter, next)
    router.history.replace(`${pathname}?${query.toString()}`)
  }
  return [mode, set]
}
