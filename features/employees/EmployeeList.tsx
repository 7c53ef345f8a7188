import { londonDate, showDate } from '../../contract/dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { Column, Sorting } from '../../ui/DataTable.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { employeeColumns, type EmployeeRow, type EmployeeSort } from './employees.contract.ts'
import { employeeMessages } from './employees.messages.ts'
import { PeopleList } from './PeopleList.tsx'
import { EmployeeLink } from './EmployeeLink.tsx'
import { showRegistered } from './registered-share.rules.ts'
import styles from './Employees.module.css'
import { useEmployees, useListing } from './use-employees.ts'

export function EmployeeList() {
  const listing = useListing()
  const query = useEmployees(listing)
  const totals = query.data?.totalEmployeesValues
  return (
    <div className={styles.list}>
      {totals && (
        <p className={styles.share}>
          <strong>{employeeMessages.registeredShare(showRegistered(totals))}</strong>
          <span className={styles.soft}>
            {employeeMessages.registeredOf(totals.totalRegisteredEmployees, totals.totalEmployees)}
          </span>
        </p>
      )}
      <PeopleList
        list="employees"
        caption={employeeMessages.employees}
        columns={columns}
        listing={listing}
        query={query}
        filter={{
          label: employeeMessages.registeredFilter,
          yes: employeeMessages.onlyRegistered,
          no: employeeMessages.onlyUnregistered,
        }}
        sorting={{ ...sortingOf(listing.sort), onSort: (sorting) => listing.setSort(sortOf(sorting)) }}
        downloadLabel={employeeMessages.download}
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
    cell: (employee) => (
      <>
        <EmployeeLink {...employee} /> <LastDay {...employee} />
      </>
    ),
  },
  { key: 'email', header: employeeMessages.email, sortable: true, cell: ({ email }) => <EmailAddress email={email} /> },
  {
    key: 'employeeNumber',
    header: employeeMessages.employeeNumber,
    sortable: true,
    cell: ({ employeeNumber }) => employeeNumber ?? employeeMessages.noNumber,
  },
  {
    key: 'registered',
    header: employeeMessages.registered,
    sortable: true,
    cell: ({ registered }) => (
      <Badge tone={registered ? 'good' : 'neutral'}>{registered ? employeeMessages.yes : employeeMessages.no}</Badge>
    ),
  },
  {
    key: 'lastLogin',
    header: employeeMessages.lastLogin,
    sortable: true,
    cell: ({ lastLogin }) => (lastLogin ? showDate(londonDate(new Date(lastLogin))) : employeeMessages.never),
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
