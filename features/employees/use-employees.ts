import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../contract/call.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { FileFormat } from '../../ui/FileFormat.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { oneOf, pageNumberIn, useAddressParam, useSearchInAddress, useSetAddress } from '../../ui/use-address-params.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import {
  downloadEmployees,
  employeeColumns,
  listEmployees,
  listTwoFactor,
  readEmployee,
  type EmployeeSort,
} from './employees.contract.ts'

const employees = 'employees'

export const yesNo = ['1', '0'] as const
export type YesNo = (typeof yesNo)[number]
export const sorts = employeeColumns.flatMap((column) => [column, `-${column}`] as const)

type Edge = { after?: PersonId; before?: PersonId }

export type Listing = ReturnType<typeof useListing>

export function useListing() {
  const setAddress = useSetAddress()
  const { typed, setTyped, search } = useSearchInAddress('search', { page: '' })
  const filter = oneOf(yesNo, useAddressParam('filter')) ?? null
  const left = oneOf(yesNo, useAddressParam('left')) ?? null
  const sort = oneOf(sorts, useAddressParam('sort')) ?? 'surname'
  const page = pageNumberIn(useAddressParam('page'))
  // A neighbouring page is requested by the first or last person of this page, other pages by number.
  const [edge, setEdge] = useState<Edge & { of: string }>({ of: '' })
  const of = JSON.stringify([search, filter, left, sort, page])
  const { after, before } = edge.of === of ? edge : {}
  return {
    typed,
    setTyped,
    search,
    filter,
    setFilter: (next: YesNo | null) => setAddress({ filter: next ?? '', page: '' }),
    left,
    setLeft: (next: YesNo | null) => setAddress({ left: next ?? '', page: '' }),
    sort,
    setSort: (next: EmployeeSort) => setAddress({ sort: next, page: '' }),
    place: { page, ...(after && { after }), ...(before && { before }) },
    goTo: (wanted: number, { next, previous }: { next: PersonId | null; previous: PersonId | null }) => {
      const edgeOf: Edge =
        wanted === page + 1 && next ? { after: next } : wanted === page - 1 && previous ? { before: previous } : {}
      setEdge({ ...edgeOf, of: JSON.stringify([search, filter, left, sort, wanted]) })
      setAddress({ page: wanted === 1 ? '' : String(wanted) })
    },
    showAll: () => {
      setTyped('')
      setAddress({ search: '', filter: '', left: '', page: '' })
    },
    isNarrowed: search !== '' || filter !== null || left !== null,
  }
}

export function useEmployees(listing: Listing, { enabled }: { enabled: boolean }) {
  const id = useClientId()
  const query = { ...employeesQuery(listing), ...listing.place }
  return useQuery({
    queryKey: [employees, 'list', query],
    queryFn: ({ signal }) => call(listEmployees, { params: { id }, query }, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useTwoFactorList({ search, filter, place }: Listing) {
  const id = useClientId()
  const query = { ...listQuery(search), 'filter[person_mfa_secret]': filter ?? undefined, ...place }
  return useQuery({
    queryKey: [employees, 'two-factor', query],
    queryFn: ({ signal }) => call(listTwoFactor, { params: { id }, query }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useEmployee(employeeId: string) {
  const id = useClientId()
  return useQuery({
    queryKey: [employees, 'one', employeeId],
    queryFn: ({ signal }) => call(readEmployee, { params: { id, employeeId } }, signal),
  })
}

export function useEmployeesDownload(list: 'employees' | 'two-factor', listing: Listing) {
  const id = useClientId()
  const query =
    list === 'employees'
      ? employeesQuery(listing)
      : {
          type: 'employeeTwoFA' as const,
          ...listQuery(listing.search),
          'filter[person_mfa_secret]': listing.filter ?? undefined,
        }
  return useMutation({
    mutationFn: async (format: FileFormat) =>
      saveFile(await call(downloadEmployees, { params: { id }, query: { ...query, format } })),
  })
}

function employeesQuery({ search, filter, left, sort }: Listing) {
  return {
    ...listQuery(search),
    'filter[person_activated]': filter ?? undefined,
    'filter[person_left]': left ?? undefined,
    sort_by: sort,
  }
}

function listQuery(search: string): { search?: string } {
  return search === '' ? {} : { search }
}
