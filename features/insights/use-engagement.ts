import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { listEmployees } from '../employees/employees.contract.ts'
import { readWelcomes, welcomeEverybody } from '../employees/welcome-email.contract.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { readLogins } from './engagement.contract.ts'

export function useEmployeeTotals() {
  const id = useClientId()
  return useQuery({
    queryKey: ['employees', 'totals'],
    queryFn: async ({ signal }) =>
      (await call(listEmployees, { params: { id }, query: { range: 1 } }, signal)).totalEmployeesValues,
  })
}

export function useLogins() {
  const id = useClientId()
  return useQuery({
    queryKey: ['engagement', 'logins'],
    queryFn: ({ signal }) => call(readLogins, { params: { id } }, signal),
  })
}

export function useWelcomeEmails() {
  const id = useClientId()
  return useQuery({
    queryKey: ['welcomes'],
    staleTime: 0,
    queryFn: ({ signal }) => call(readWelcomes, { params: { id } }, signal),
  })
}

export function useResendWelcomeEmails() {
  const id = useClientId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(welcomeEverybody, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['welcomes'] }),
  })
}
