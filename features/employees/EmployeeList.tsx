import { londonDate, showDate, showShortDate } from '../../contract/dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { Column, Sorting } from '../../ui/DataTable.tsx'
import { employeeColumns, type EmployeeRow, type EmployeeSort } from './employees.contract.ts'
import { employeeMessages } from './employees.messages.ts'
import { PagedPeopleTable } from './PagedPeopleTable.tsx'
import { EmployeeName } from './EmployeeName.tsx'
import { ListSettingsButton } from './ListSettingsButton.tsx'
import styles from './Employees.module.css'
import type { Listing, useEmployees } from './use-employees.ts'
import type { useListSettings } from './use-list-settings.ts'

type EmployeeListProps = {
  listing: Listing
  query: ReturnType<typeof useEmployees>
  view: ReturnType<typeof useListSettings>
}

export function EmployeeList({ listing, query, view }: EmployeeListProps) {
  return (
    <div className={styles.list}>
      <PagedPeopleTable
        list="employees"
        caption={employeeMessages.employees}
        columns={columns.filter(({ key }) => !view.hidden.some((hidden) => hidden === key))}
        listing={listing}
        query={query}
        filter={{
          label: employeeMessages.registeredFilter,
          yes: employeeMessages.onlyRegistered,
          no: employeeMessages.onlyUnregistered,
        }}
        sorting={{ ...sortingOf(listing.sort), onSort: (sorting) => listing.setSort(sortOf(sorting)) }}
        downloadLabel={employeeMessages.download}
        isCompact={view.compact}
        viewButton={<ListSettingsButton view={view} />}
      />
    </div>
  )
}

const columns: Column<EmployeeRow>[] = [
  {
    key: 'surname',
    header: employeeMessages.name,
    rowHeader: true,
    sortable: true,
    alsoSortable: { key: 'email', header: employeeMessages.email },
    cell: (employee) => (
      <EmployeeName {...employee}>
        <LastDay {...employee} />
      </EmployeeName>
    ),
  },
  {
    key: 'employeeNumber',
    header: employeeMessages.employeeNumber,
    sortable: true,
    isHiddenOnPhone: true,
    cell: ({ employeeNumber }) => employeeNumber ?? employeeMessages.noNumber,
  },
  {
    key: 'registered',
    header: employeeMessages.registered,
    sortable: true,
    cell: ({ registered }) => (
      <Badge tone={registered ? 'good' : 'neutral'}>
        {registered ? employeeMessages.onlyRegistered : employeeMessages.onlyUnregistered}
      </Badge>
    ),
  },
  {
    key: 'lastLogin',
    header: employeeMessages.lastLogin,
    sortable: true,
    align: 'end',
    cell: ({ lastLogin }) => (
      <span className={styles.soft}>
        {lastLogin ? showShortDate(londonDate(new Date(lastLogin))) : employeeMessages.never}
      </span>
    ),
  },
]

function LastDay({ lastDay, hasLeft }: EmployeeRow) {
  if (lastDay === null) return null
  const say = hasLeft ? employeeMessages.leftOn : employeeMessages.leaves
  return <Badge tone="neutral">{say(showDate(lastDay))}</Badge>
}

function sortingOf(sort: EmployeeSort): Sorting {
  return { by: sort.replace('-', ''), direction: sort.startsWith('-') ? 'descending' : 'ascending' }
}

function sortOf({ by, direction }: Sorting): EmployeeSort {
  const column = employeeColumns.find((each) => each === by) ?? 'surname'
  return direction === 'descending' ? `-${column}` : column
}
