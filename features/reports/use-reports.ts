import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import { listPayrollRuns, lockPayrollRun, readPayrollRun } from '../payroll/payroll.contract.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { downloadReport, type ReportFormat } from '../../services/reports/reports.contract.ts'

/** Locking a run adds a report, so runs and reports share one query key. */
export const reports = 'reports'

export function useReportDownload() {
  const id = useClientId()
  return useMutation({
    mutationFn: async ({ reportId, format }: { reportId: string; format: ReportFormat }) =>
      saveFile(await call(downloadReport, { params: { id, reportId }, query: { format } })),
  })
}

export function usePayrollRuns() {
  const id = useClientId()
  return useQuery({
    queryKey: [reports, 'runs'],
    // Choices and decisions may change an open run at any time.
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
  const lock = useMutation({
    mutationFn: (runId: string) => call(lockPayrollRun, { params: { id, runId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [reports] }),
  })
  const check = async (runId: string): Promise<boolean> => {
    const { state } = await call(readPayrollRun, { params: { id, runId } })
    void queries.invalidateQueries({ queryKey: [reports] })
    return state === 'locked'
  }
  return { lock, check }
}
