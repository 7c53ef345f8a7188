import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { readDeathCover } from './employees.contract.ts'

export function useDeathBenefits(employeeId: string) {
  const id = useClientId()
  return useQuery({
    queryKey: ['employees', 'death-cover', employeeId],
    queryFn: ({ signal }) => call(readDeathCover, { params: { id, employeeId } }, signal),
  })
}
