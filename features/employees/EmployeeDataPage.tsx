import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { EmployeeList } from './EmployeeList.tsx'
import { oneOf, useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { usePanels } from '../../ui/use-panel.ts'
import { employeeMessages } from './employees.messages.ts'
import { TwoFactorList } from './TwoFactorList.tsx'

const tabs = ['employees', 'two-factor'] as const

export function EmployeeDataPage() {
  const tab = oneOf(tabs, useAddressParam('tab')) ?? 'employees'
  const setAddress = useSetAddress()
  const panels = usePanels()
  return (
    <Page
      title={employeeMessages.title}
      lead={employeeMessages.lead}
      actions={
        <Button kind="secondary" icon="upload" onClick={() => panels.open('upload-data')}>
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
          { key: 'employees', label: employeeMessages.employees, content: <EmployeeList /> },
          { key: 'two-factor', label: employeeMessages.twoFactor, content: <TwoFactorList /> },
        ]}
      />
    </Page>
  )
}
