import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { EmployeeList } from './EmployeeList.tsx'
import { oneOf, useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { usePanels } from '../../ui/use-panel.ts'
import { employeeMessages } from './employees.messages.ts'
import { showRegistered } from './registered-share.rules.ts'
import { TwoFactorList } from './TwoFactorList.tsx'
import { useEmployees, useListing } from './use-employees.ts'

const tabs = ['employees', 'two-factor'] as const

export function EmployeeDataPage() {
  const tab = oneOf(tabs, useAddressParam('tab')) ?? 'employees'
  const setAddress = useSetAddress()
  const panels = usePanels()
  const listing = useListing()
  const employees = useEmployees(listing, { enabled: tab === 'employees' })
  const totals = employees.data?.totalEmployeesValues
  return (
    <Page
      title={totals ? employeeMessages.answer(totals.totalEmployees, showRegistered(totals)) : employeeMessages.title}
      tabTitle={employeeMessages.title}
      lead={
        totals
          ? employeeMessages.registeredOf(totals.totalRegisteredEmployees, totals.totalEmployees)
          : employeeMessages.lead
      }
      actions={
        <Button icon="upload" onClick={() => panels.open('upload-data')}>
          {employeeMessages.upload}
        </Button>
      }
      crumbs={[
        { label: employeeMessages.crumbHome, to: paths.home() },
        { label: employeeMessages.crumbDashboard, to: paths.dashboard() },
        { label: employeeMessages.title },
      ]}
    >
      <Tabs
        label={employeeMessages.lists}
        current={tab}
        onChange={(next) =>
          setAddress({ tab: next === 'employees' ? '' : next, search: '', filter: '', left: '', sort: '', page: '' })
        }
        tabs={[
          {
            key: 'employees',
            label: employeeMessages.employees,
            content: <EmployeeList listing={listing} query={employees} />,
          },
          { key: 'two-factor', label: employeeMessages.twoFactor, content: <TwoFactorList listing={listing} /> },
        ]}
      />
    </Page>
  )
}
