import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { deleteView, listViews, renameView, saveView, type ViewScreen } from './saved-views.contract.ts'

const savedViews = 'saved-views'

export function useSavedViews(screen: ViewScreen, { enabled }: { enabled: boolean }) {
  const id = useClientId()
  return useQuery({
    queryKey: [savedViews],
    queryFn: ({ signal }) => call(listViews, { params: { id } }, signal),
    select: (views) => views.filter((view) => view.screen === screen),
    enabled,
  })
}

/** Saves a new view, or renames a view with a `viewId`. */
export function useSaveView(screen: ViewScreen) {
  const id = useClientId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ viewId, name, query }: { viewId?: string; name: string; query: string }) =>
      viewId
        ? call(renameView, { params: { id, viewId }, body: { name } })
        : call(saveView, { params: { id }, body: { screen, name, query } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [savedViews] }),
  })
}

export function useDeleteView() {
  const id = useClientId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (viewId: string) => call(deleteView, { params: { id, viewId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [savedViews] }),
  })
}
