import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { changeTwoFactorEnforcement, listTwoFactor, readTwoFactorEnforcement } from '../employees/employees.contract.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { readTheme } from '../../services/theme/theme.contract.ts'
import { pageData } from '../theme/use-theme.ts'

const enforcement = ['settings', 'two-factor']

export function useTwoFactorEnforcement() {
  const id = useClientId()
  return useQuery({
    queryKey: enforcement,
    queryFn: async ({ signal }) =>
      (await call(readTwoFactorEnforcement, { params: { id } }, signal)).isEnforcementTwoFAEnabled,
  })
}

export function useChangeTwoFactorEnforcement() {
  const id = useClientId()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isEnforcementTwoFAEnabled: boolean) =>
      call(changeTwoFactorEnforcement, { params: { id }, body: { isEnforcementTwoFAEnabled } }),
    onSuccess: ({ isEnforcementTwoFAEnabled }) => {
      queries.setQueryData(enforcement, isEnforcementTwoFAEnabled)
      return queries.invalidateQueries({ queryKey: ['employees', 'two-factor'] })
    },
  })
}

export function useTwoFactorCount({ having }: { having: boolean }) {
  const id = useClientId()
  return useQuery({
    queryKey: ['settings', 'two-factor-count', having],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { 'filter[person_mfa_secret]': having ? ('1' as const) : ('0' as const), range: 1 }
      return (await call(listTwoFactor, { params: { id }, query }, signal)).total
    },
  })
}

export function useContactEmail() {
  return useQuery({
    queryKey: ['settings', 'contact'],
    queryFn: async ({ signal }) =>
      (await call(readTheme, { params: { id: pageData()?.site ?? '' } }, signal)).contactUsEmail,
  })
}
