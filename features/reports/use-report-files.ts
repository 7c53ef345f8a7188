import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { queryState } from '../../contract/query-state.ts'
import { resultOrError } from '../../contract/query-results.ts'
import { saveFile } from '../../ui/save-file.ts'
import { listEmployeesLifeEvents } from '../life-events/life-events.contract.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import {
  downloadReports,
  listReports,
  previewReport,
  type ReportFormat,
  type ReportType,
} from '../../services/reports/reports.contract.ts'
import { reports } from './use-reports.ts'

type ReportFilter = { type: ReportType; year?: string; month?: string; provider?: string }

export function useReports({ type, year, month, provider }: ReportFilter) {
  const id = useClientId()
  const asked = {
    type,
    year: /^20\d\d$/.test(year ?? '') ? Number(year) : undefined,
    month: /^([1-9]|1[0-2])$/.test(month ?? '') ? Number(month) : undefined,
    provider: provider || undefined,
  }
  const query = useQuery({
    queryKey: [reports, type, asked],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(listReports, { params: { id }, query: asked }, signal),
  })
  return { reports: resultOrError(query), face: queryState(query), refetch: query.refetch }
}

export function useReportsDownload() {
  const id = useClientId()
  return useMutation({
    mutationFn: async ({ ids, format }: { ids: readonly string[]; format: ReportFormat }) =>
      saveFile(await call(downloadReports, { params: { id }, query: { ids: ids.join(','), format } })),
  })
}

export function useReportPreview(reportId: string) {
  const id = useClientId()
  return useQuery({
    queryKey: [reports, 'preview', reportId],
    staleTime: Infinity,
    queryFn: ({ signal }) => call(previewReport, { params: { id, reportId } }, signal),
  })
}

export type ReportedEvent = ReplyOf<typeof listEmployeesLifeEvents>[number]

export function useLifeEventReport() {
  const id = useClientId()
  const query = useQuery({
    queryKey: [reports, 'life-events'],
    queryFn: ({ signal }) => call(listEmployeesLifeEvents, { params: { id } }, signal),
  })
  return { reports: resultOrError(query), face: queryState(query), refetch: query.refetch }
}
