import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { readApprovalOverview } from '../approvals/approvals.contract.ts'
import { listUploads } from '../data-uploads/data-uploads.contract.ts'
import { listEmployees } from '../employees/employees.contract.ts'
import { readLogins } from '../insights/engagement.contract.ts'
import { readPayrollOverview } from '../payroll/payroll.contract.ts'
import { readVoucherManagement } from '../vouchers/vouchers.contract.ts'
import { useTakeUp } from '../take-up/use-take-up.ts'
import { readDashboardOverview } from './overview.contract.ts'
import { useClientId } from '../session/use-signed-in-person.ts'

// Uses the keys of the linked screens, so that a decision there updates the figures at once.

export function useWaitingApprovals() {
  return useQuery({
    queryKey: ['approvals', 'overview'],
    queryFn: ({ signal }) => call(readApprovalOverview, {}, signal),
  })
}

export function usePayrollOverview() {
  const id = useClientId()
  return useQuery({
    queryKey: ['reports', 'runs', 'overview'],
    queryFn: ({ signal }) => call(readPayrollOverview, { params: { id } }, signal),
  })
}

export function useOverview() {
  const id = useClientId()
  return useQuery({
    queryKey: ['dashboard', 'overview'],
    queryFn: ({ signal }) => call(readDashboardOverview, { params: { id } }, signal),
  })
}

export function useEmployeeTotals() {
  const id = useClientId()
  return useQuery({
    queryKey: ['employees', 'totals'],
    queryFn: async ({ signal }) =>
      (await call(listEmployees, { params: { id }, query: { range: 1 } }, signal)).totalEmployeesValues,
  })
}

/** The page reloads the newest upload when it opens. Its parts (`ofPart`) use the page's data. */
export function useNewestUpload({ ofPart = false } = {}) {
  const id = useClientId()
  return useQuery({
    queryKey: ['data-uploads', 'newest'],
    staleTime: 0,
    refetchOnMount: !ofPart,
    queryFn: async ({ signal }) =>
      (await call(listUploads, { params: { id }, query: { range: 1 } }, signal)).data[0] ?? null,
  })
}

export function useLogins() {
  const id = useClientId()
  return useQuery({
    queryKey: ['engagement', 'logins'],
    queryFn: ({ signal }) => call(readLogins, { params: { id } }, signal),
  })
}

/** The voucher page makes its own request, because each response has a five-minute token. */
export const useVoucherFigures = () =>
  useQuery({
    queryKey: ['vouchers', 'figures'],
    queryFn: async ({ signal }) => {
      const { token: _unused, url: _nowhere, ...figures } = await call(readVoucherManagement, {}, signal)
      return figures
    },
  })

const batchWithinMs = 5_000

export function useFiguresLoaded(): boolean {
  const [areThere, setAreThere] = useState(false)
  const figures = [
    useWaitingApprovals(),
    usePayrollOverview(),
    useEmployeeTotals(),
    useLogins(),
    useTakeUp(null),
    useNewestUpload(),
    useVoucherFigures(),
    useOverview(),
  ]
  if (!areThere && figures.every(({ isPending, failureCount }) => !isPending || failureCount > 0)) setAreThere(true)
  useEffect(() => {
    const timer = setTimeout(() => setAreThere(true), batchWithinMs)
    return () => clearTimeout(timer)
  }, [])
  return areThere
}
