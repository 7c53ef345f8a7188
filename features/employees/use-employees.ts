import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../contract/call.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { FileFormat } from '../../ui/FileFormat.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useClientId } from '../session/use-client-id.ts'
import {
  downloadEmployees,
  listEmployees,
  listTwoFactor,
  readEmployee,
  type EmployeeSort,
} from './employees.contract.ts'

const employees = 'employees'

export type YesNo = '1' | '0'

type Place = { page: number; after?: PersonId; before?: PersonId }
const firstPage: Place = { page: 1 }

/** What somebody has set of a list: what they look for, by what it is narrowed and sorted, and where they are in it. */
export type Listing = ReturnType<typeof useListing>

/** Searching, filtering and sorting begin again at page 1 (EMP-16). */
export function useListing() {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed).trim()
  const [filter, setFilter] = useState<YesNo | null>(null)
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
    sort,
    setSort: (next: EmployeeSort) => {
      setSort(next)
      restart()
    },
    /** A place is one of the list it was taken in: another search has not got there. */
    place: place.of === search ? place.at : firstPage,
    /** The neighbouring page is reached from the people at its edge, wherever it lies; any other by its number. */
    goTo: (page: number, { next, previous }: { next: PersonId | null; previous: PersonId | null }, from: number) => {
      const edge =
        page === from + 1 && next ? { after: next } : page === from - 1 && previous ? { before: previous } : {}
      setPlace({ of: search, at: { page, ...edge } })
    },
    showAll: () => {
      setTyped('')
      setFilter(null)
      setPlace({ of: '', at: firstPage })
    },
    isNarrowed: search !== '' || filter !== null,
  }
}

export function useEmployees({ search, filter, sort, place }: Listing) {
  const id = useClientId()
  const query = { ...asked(search), 'filter[person_activated]': filter ?? undefined, sort_by: sort, ...place }
  return useQuery({
    queryKey: [employees, 'list', query],
    queryFn: ({ signal }) => call(listEmployees, { params: { id }, query }, signal),
  })
}

export function useTwoFactorList({ search, filter, place }: Listing) {
  const id = useClientId()
  const query = { ...asked(search), 'filter[person_mfa_secret]': filter ?? undefined, ...place }
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

/** The list as it is searched, filtered and sorted, as a file. */
export function useEmployeesDownload(list: 'employees' | 'two-factor', { search, filter, sort }: Listing) {
  const id = useClientId()
  const query =
    list === 'employees'
      ? { ...asked(search), 'filter[person_activated]': filter ?? undefined, sort_by: sort }
      : { type: 'employeeTwoFA' as const, ...asked(search), 'filter[person_mfa_secret]': filter ?? undefined }
  return useMutation({
    mutationFn: async (format: FileFormat) =>
      saveFile(await call(downloadEmployees, { params: { id }, query: { ...query, format } })),
  })
}

function asked(search: string): { search?: string } {
  return search === '' ? {} : { search }
}
