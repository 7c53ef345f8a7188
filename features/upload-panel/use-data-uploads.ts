import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../contract/call.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { resultOrError } from '../../contract/query-results.ts'
import { sendFile } from '../../contract/send-file.ts'
import { saveFile } from '../../ui/save-file.ts'
import { uploadBody } from '../../ui/send-form.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import {
  changeUpload,
  downloadUploadErrors,
  downloadTemplate,
  listUploadChanges,
  listUploadLeft,
  listUploads,
  movingStatuses,
  readDifference,
  readLastUpload,
  readUpload,
  uploadData,
  type DifferenceRow,
  type UploadChange,
  type UploadSummary,
  type UploadView,
} from '../data-uploads/data-uploads.contract.ts'
import type { UploadAction } from '../data-uploads/upload-states.rules.ts'

const uploads = 'data-uploads'
const POLL_MS = 1_500

export function useLastUpload() {
  const id = useClientId()
  const query = useQuery({
    queryKey: [uploads, 'last'],
    queryFn: ({ signal }) => call(readLastUpload, { params: { id } }, signal),
  })
  const answer = resultOrError(query)
  return answer === 'Error' || answer === undefined ? answer : answer.date
}

export function useUploads(count: number) {
  const id = useClientId()
  const query = useQuery({
    queryKey: [uploads, 'list', count],
    // Always outdated, because colleagues upload files too and the worker changes uploads in the background.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(listUploads, { params: { id }, query: { range: count } }, signal),
  })
  return { uploads: resultOrError(query), refetch: query.refetch }
}

export function useUpload(id: string | null, page: number) {
  const queries = useQueryClient()
  const queryKey = [uploads, 'one', id, page]
  return useQuery<UploadView>({
    queryKey,
    enabled: id !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && movingStatuses.has(state.data.status) ? POLL_MS : false),
    queryFn: async ({ signal }) => {
      const upload = await call(readUpload, { params: { id: id ?? '' }, query: { page } }, signal)
      const shown = [queries.getQueryData<UploadView>(queryKey), ...listed(queries)]
      if (shown.some((one) => one?.id === upload.id && one.status !== upload.status))
        void refreshOthers(queries, upload)
      return upload
    },
  })
}

function listed(queries: ReturnType<typeof useQueryClient>): UploadSummary[] {
  const lists = queries.getQueriesData<ReplyOf<typeof listUploads>>({ queryKey: [uploads, 'list'], type: 'active' })
  return lists.flatMap(([, list]) => list?.data ?? [])
}

function refreshOthers(queries: ReturnType<typeof useQueryClient>, { id, status }: UploadView): Promise<unknown> {
  const counts = status === 'confirmed' || status === 'undone'
  return queries.invalidateQueries({
    predicate: ({ queryKey: [area, kind, of] }) =>
      area === uploads ? !(kind === 'one' && of === id) : counts && area !== 'session',
  })
}

export function useTemplate() {
  const id = useClientId()
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveFile(await call(downloadTemplate, { params: { id }, query: { format } })),
  })
}

export function useSendFile({ onUploaded }: { onUploaded: (upload: UploadView) => void }) {
  const id = useClientId()
  const queries = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const mutation = useMutation({
    mutationFn: (file: File) => {
      setSent(0)
      return sendFile(uploadData, { params: { id }, body: uploadBody(file, setSent) })
    },
    onSuccess: (upload) => {
      queries.setQueryData([uploads, 'one', upload.id, 1], upload)
      onUploaded(upload)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [uploads, 'list'] }),
  })
  return { ...mutation, sent }
}

export function useChangeUpload() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status, preview }: { id: string; status: UploadAction; preview: string | null }) =>
      call(changeUpload, { params: { id }, body: { status, ...(preview !== null && { preview }) } }),
    onSuccess: (upload) => queries.setQueryData([uploads, 'one', upload.id, 1], upload),
    // Refresh even after a refusal, because it means that the screen was out of date.
    onSettled: () => queries.invalidateQueries({ queryKey: [uploads] }),
  })
}

export function useProblemsFile(id: string) {
  return useMutation({ mutationFn: async () => saveFile(await call(downloadUploadErrors, { params: { id } })) })
}

type PageRequest<Kind> = { id: string; preview: string | null; kind: Kind | null; page: number }

export function useUploadChanges({ id, preview, kind, page }: PageRequest<UploadChange['kind']>) {
  return usePage(['changes', id, preview, kind, page], (signal) =>
    call(listUploadChanges, { params: { id }, query: { page, ...(kind && { kind }) } }, signal),
  )
}

export function useUploadDifference({ id, preview, kind, page }: PageRequest<DifferenceRow['kind']>) {
  return usePage(['difference', id, preview, kind, page], (signal) =>
    call(readDifference, { params: { id }, query: { page, ...(kind && { kind }) } }, signal),
  )
}

export function useUnchangedPeople(id: string, page: number) {
  return usePage(['left', id, page], (signal) => call(listUploadLeft, { params: { id }, query: { page } }, signal))
}

function usePage<Page>(of: readonly unknown[], ask: (signal: AbortSignal) => Promise<Page>) {
  return useQuery({
    queryKey: [uploads, ...of],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask(signal),
  })
}
