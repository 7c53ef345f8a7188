import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { EmployeeList } from './EmployeeList.tsx'
import { oneOf, useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { usePanels } from '../../ui/use-panel.ts'
import { employeeMessages } from './employees.messages.ts'
import { showRegisteredPercentage } from './registered-share.rules.ts'
import { TwoFactorList } from './TwoFactorList.tsx'
import { sorts, useEmployees, useListing, yesNo } from './use-employees.ts'
import { columnsIn, useListSettings } from './use-list-settings.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { isAnyText } from '../saved-views/view-query.rules.ts'

const tabs = ['employees', 'two-factor'] as const

const viewFilters = {
  tab: (value: string) => oneOf(tabs, value) !== undefined,
  search: isAnyText,
  filter: (value: string) => oneOf(yesNo, value) !== undefined,
  left: (value: string) => oneOf(yesNo, value) !== undefined,
  sort: (value: string) => oneOf(sorts, value) !== undefined,
  columns: (value: string) => columnsIn(value).length === value.split(',').length,
}

export function EmployeeDataPage() {
  const tab = oneOf(tabs, useAddressParam('tab')) ?? 'employees'
  const setAddress = useSetAddress()
  const panels = usePanels()
  const listing = useListing()
  const employees = useEmployees(listing, { enabled: tab === 'employees' })
  const view = useListSettings()
  const totals = employees.data?.totalEmployeesValues
  return (
    <Page
      title={
        totals
          ? employeeMessages.answer(totals.totalEmployees, showRegisteredPercentage(totals))
          : employeeMessages.title
      }
      tabTitle={employeeMessages.title}
      lead={
        totals
          ? employeeMessages.registeredOf(totals.totalRegisteredEmployees, totals.totalEmployees)
          : employeeMessages.lead
      }
      actions={
        <>
          <SavedViews
            screen="employee-data"
            values={{
              tab: tab === 'employees' ? '' : tab,
              search: listing.search,
              filter: listing.filter ?? '',
              left: listing.left ?? '',
              sort: listing.sort === 'surname' ? '' : listing.sort,
              columns: tab === 'employees' ? view.hidden.toSorted().join(',') : '',
            }}
            filters={viewFilters}
            onOpen={({ columns = '', ...values }) => {
              if (values['tab'] === '') view.setHidden(columnsIn(columns))
              setAddress({ ...values, page: '' })
            }}
          />
          <Button icon="upload" onClick={() => panels.open('upload-data')}>
            {employeeMessages.upload}
          </Button>
        </>
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
            content: <EmployeeList listing={listing} query={employees} view={view} />,
          },
          { key: 'two-factor', label: employeeMessages.twoFactor, content: <TwoFactorList listing={listing} /> },
        ]}
      />
    </Page>
  )
}
