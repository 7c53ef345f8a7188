import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { reportsOf } from '../../contract/outcomes.ts'
import { saveFile } from '../../ui/save-file.ts'
import { listPayrollRuns, lockPayrollRun, readPayrollRun } from '../payroll/payroll.contract.ts'
import { useClientId } from '../session/use-client-id.ts'
import { downloadReport, listReports } from './reports.contract.ts'

// A locked run is a new report: both stand below one key, so that locking refreshes both.
const reports = 'reports'

/** The reports; 'Error' when they could not be fetched (API-19). */
export function usePayrollReports({ year, month }: { year: number | null; month: number | null }) {
  const id = useClientId()
  const query = useQuery({
    queryKey: [reports, 'payroll', { year, month }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        listReports,
        {
          params: { id },
          query: { type: 'payroll', ...(year !== null && { year }), ...(month !== null && { month }) },
        },
        signal,
      ),
  })
  return { reports: reportsOf(query), refetch: query.refetch }
}

/** Fetches a report with the session's own headers and hands it to the browser as a file; no token ever stands in an address. */
export function useReportDownload() {
  const id = useClientId()
  return useMutation({
    mutationFn: async (reportId: string) => saveFile(await call(downloadReport, { params: { id, reportId } })),
  })
}

export function usePayrollRuns() {
  const id = useClientId()
  return useQuery({
    queryKey: [reports, 'runs'],
    // Every choice and decision moves an open run: what somebody is about to lock is asked for anew.
    staleTime: 0,
    queryFn: ({ signal }) => call(listPayrollRuns, { params: { id } }, signal),
  })
}

export function usePayrollRun(runId: string) {
  const id = useClientId()
  return useQuery({
    queryKey: [reports, 'runs', runId],
    staleTime: 0,
    queryFn: ({ signal }) => call(readPayrollRun, { params: { id, runId } }, signal),
  })
}

export function useLockRun() {
  const id = useClientId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (runId: string) => call(lockPayrollRun, { params: { id, runId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [reports] }),
  })
}
