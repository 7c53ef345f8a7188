import { Badge } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import type { TwoFactorRow } from './employees.contract.ts'
import { employeeMessages } from './employees.messages.ts'
import styles from './Employees.module.css'
import { PagedPeopleTable } from './PagedPeopleTable.tsx'
import { EmployeeName } from './EmployeeName.tsx'
import { type Listing, useTwoFactorList } from './use-employees.ts'

export function TwoFactorList({ listing }: { listing: Listing }) {
  const query = useTwoFactorList(listing)
  return (
    <div className={styles.list}>
      {query.data && (
        <p className={styles.soft}>
          {query.data.isEnforcementTwoFAEnabled ? employeeMessages.enforced : employeeMessages.notEnforced}
        </p>
      )}
      <PagedPeopleTable
        list="two-factor"
        caption={employeeMessages.twoFactor}
        columns={columns}
        listing={listing}
        query={query}
        filter={{
          label: employeeMessages.twoFactorFilter,
          yes: employeeMessages.onlyWithTwoFactor,
          no: employeeMessages.onlyWithoutTwoFactor,
        }}
        downloadLabel={employeeMessages.downloadTwoFactor}
      />
    </div>
  )
}

const columns: Column<TwoFactorRow>[] = [
  { key: 'name', header: employeeMessages.name, rowHeader: true, cell: (employee) => <EmployeeName {...employee} /> },
  {
    key: 'number',
    header: employeeMessages.employeeNumber,
    isHiddenOnPhone: true,
    cell: ({ employeeNumber }) => employeeNumber ?? employeeMessages.noNumber,
  },
  {
    key: 'two-factor',
    header: employeeMessages.twoFactor,
    cell: ({ twoFactorEnabled }) => (
      <Badge tone={twoFactorEnabled ? 'good' : 'neutral'}>
        {twoFactorEnabled ? employeeMessages.on : employeeMessages.off}
      </Badge>
    ),
  },
]
