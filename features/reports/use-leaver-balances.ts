import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { SelectionId } from '../../contract/ids.ts'
import { saveFile } from '../../ui/save-file.ts'
import { downloadOwed, listOwed, recordTaken } from '../leavers/leaver-balances.contract.ts'
import { useClientId } from '../session/use-signed-in-person.ts'

const owed = 'owed-at-leaving'

export function useLeaverBalances() {
  const id = useClientId()
  return useQuery({
    queryKey: [owed],
    staleTime: 0,
    queryFn: ({ signal }) => call(listOwed, { params: { id } }, signal),
  })
}

export function useLeaverBalancesDownload() {
  const id = useClientId()
  return useMutation({ mutationFn: async () => saveFile(await call(downloadOwed, { params: { id } })) })
}

export function useRecordDeduction() {
  const id = useClientId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ selectionId, ...body }: { selectionId: SelectionId; taken: number; takenOn: IsoDate }) =>
      call(recordTaken, { params: { id, selectionId }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: [owed] }),
  })
}
