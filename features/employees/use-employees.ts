import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../contract/call.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { FileFormat } from '../../ui/FileFormat.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import {
  downloadEmployees,
  listEmployees,
  listTwoFactor,
  readEmployee,
  type EmployeeSort,
} from './employees.contract.ts'

const employees = 'employees'

export type YesNo = '1' | '0'

type PagePosition = { page: number; after?: PersonId; before?: PersonId }
const firstPage: PagePosition = { page: 1 }

export type Listing = ReturnType<typeof useListing>

/** A new search, filter or sort order returns to page 1 (EMP-16). */
export function useListing() {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed).trim()
  const [filter, setFilter] = useState<YesNo | null>(null)
  const [left, setLeft] = useState<YesNo | null>(null)
  const [sort, setSort] = useState<EmployeeSort>('surname')
  const [place, setPlace] = useState({ of: '', at: firstPage })
  const restart = () => setPlace({ of: search, at: firstPage })
  return {
    typed,
    setTyped,
    search,
    filter,
    setFilter: (next: YesNo | null) => {
      setFilter(next)
      restart()
    },
    left,
    setLeft: (next: YesNo | null) => {
      setLeft(next)
      restart()
    },
    sort,
    setSort: (next: EmployeeSort) => {
      setSort(next)
      restart()
    },
    /** Another search starts on the first page. */
    place: place.of === search ? place.at : firstPage,
    /** Neighbouring pages are requested from the person at the edge of this page, other pages by number. */
    goTo: (page: number, { next, previous }: { next: PersonId | null; previous: PersonId | null }, from: number) => {
      const edge =
        page === from + 1 && next ? { after: next } : page === from - 1 && previous ? { before: previous } : {}
      setPlace({ of: search, at: { page, ...edge } })
    },
    showAll: () => {
      setTyped('')
      setFilter(null)
      setLeft(null)
      setPlace({ of: '', at: firstPage })
    },
    isNarrowed: search !== '' || filter !== null || left !== null,
  }
}

export function useEmployees(listing: Listing) {
  const id = useClientId()
  const query = { ...employeesQuery(listing), ...listing.place }
  return useQuery({
    queryKey: [employees, 'list', query],
    queryFn: ({ signal }) => call(listEmployees, { params: { id }, query }, signal),
  })
}

export function useTwoFactorList({ search, filter, place }: Listing) {
  const id = useClientId()
  const query = { ...listQuery(search), 'filter[person_mfa_secret]': filter ?? undefined, ...place }
  return useQuery({
    queryKey: [employees, 'two-factor', query],
    queryFn: ({ signal }) => call(listTwoFactor, { params: { id }, query }, signal),
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
