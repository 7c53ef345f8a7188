import type { ReactNode } from 'react'
import { CallFailed } from '../../contract/call-failed.ts'
import { londonDate, showDate } from '../../contract/dates.ts'
import { queryState } from '../../contract/query-state.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState, RefusedState } from '../../ui/States.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import type { EmployeeDetail } from './employees.contract.ts'
import { employeeMessages } from './employees.messages.ts'
import { employeePanelMessages } from './employee-panel.messages.ts'
import styles from './Employees.module.css'
import { useMasquerade, useUser } from '../session/use-session.ts'
import { useEmployee } from './use-employees.ts'
import { useViewAs } from './use-view-as.ts'
import { useResendWelcome, notSentReason } from './use-resend-welcome.ts'
import { ViewAsEmployee } from './ViewAsEmployee.tsx'
import { ResendWelcome } from './ResendWelcome.tsx'

const DeathCover = onDemand(() => import('./DeathCover.tsx').then((m) => m.DeathCover))

export function EmployeePanel({ params, onClose }: PanelProps) {
  const employeeId = params['employeeId'] ?? ''
  const employee = useEmployee(employeeId)
  const viewAs = useViewAs(employeeId)
  const welcome = useResendWelcome(employeeId)
  // In a view no further view can be started.
  const isOwn = useMasquerade() === null
  const user = useUser()
  const face = queryState(employee)
  const isGone = employee.error instanceof CallFailed && employee.error.status === 404
  return (
    <SidePanel
      title={employee.data?.name ?? employeePanelMessages.employee}
      busy={viewAs.busy || welcome.isPending}
      error={viewAs.failure ?? (welcome.error && notSentReason(welcome.error))}
      wide
      onClose={onClose}
    >
      {face === 'loading' && (
        <Loading label={employeePanelMessages.loadingOne}>
          <Skeleton shape="heading" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      )}
      {isGone && <EmptyState title={employeePanelMessages.gone} />}
      {face === 'refused' && <RefusedState title={guardMessages.denied} />}
      {face === 'failed' && !isGone && (
        <ErrorState title={errorMessages.retryLater} onRetry={() => void employee.refetch()} />
      )}
      {employee.status === 'success' && <Employee {...employee.data} />}
      {isOwn && employee.data && mayRegister(employee.data) && (
        <ResendWelcome
          name={employee.data.name}
          again={{ send: () => welcome.mutate(), busy: welcome.isPending, isSent: welcome.isSuccess }}
        />
      )}
      {isOwn && employee.data && isViewOffered(employee.data, user?.id) && (
        <ViewAsEmployee name={employee.data.name} notViewable={employee.data.notViewable} viewAs={viewAs} />
      )}
    </SidePanel>
  )
}

/** Returns false for the viewer's own account: the server refuses to start that view (S-45). */
function isViewOffered({ employeeId, registered, leaving }: EmployeeDetail, viewer?: string): boolean {
  return registered && !leaving?.died && employeeId !== viewer
}

function mayRegister({ registered, employmentStatus }: EmployeeDetail): boolean {
  return !registered && employmentStatus !== 'left'
}

function Employee(employee: EmployeeDetail) {
  return (
    <>
      <section className={styles.section} aria-labelledby="employee-details">
        <h3 id="employee-details">{employeePanelMessages.details}</h3>
        <dl className={styles.facts}>
          <Fact term={employeeMessages.email}>
            <EmailAddress email={employee.email} />
          </Fact>
          <Fact term={employeeMessages.employeeNumber}>{employee.employeeNumber ?? employeeMessages.noNumber}</Fact>
          <Fact term={employeePanelMessages.dateOfBirth}>{showDate(employee.dateOfBirth)}</Fact>
          <Fact term={employeePanelMessages.employmentStatus}>
            <Badge tone={employee.employmentStatus === 'active' ? 'good' : 'neutral'}>
              {employeePanelMessages.statuses[employee.employmentStatus]}
            </Badge>
          </Fact>
          <Fact term={employeePanelMessages.startDate}>
            {employee.startDate ? showDate(employee.startDate) : employeePanelMessages.unknown}
          </Fact>
          {employee.leaving && <Fact term={employeePanelMessages.lastDay}>{employee.leaving.text}</Fact>}
          <Fact term={employeeMessages.registered}>
            {employee.registered ? employeeMessages.yes : employeeMessages.no}
          </Fact>
          <Fact term={employeeMessages.lastLogin}>
            {employee.lastLogin ? showDate(londonDate(new Date(employee.lastLogin))) : employeeMessages.never}
          </Fact>
        </dl>
      </section>
      {employee.leaving?.died && <DeathCover employeeId={employee.employeeId} />}
      <section className={styles.section} aria-labelledby="employee-selections">
        <h3 id="employee-selections">{employeePanelMessages.selections}</h3>
        <DataTable
          caption={employeePanelMessages.selections}
          hideCaption
          columns={columns}
          rows={employee.selections}
          rowKey={({ selectionId }) => selectionId}
          state="ready"
          empty={<p className={styles.soft}>{employeePanelMessages.noSelections}</p>}
          failed={errorMessages.retryLater}
        />
      </section>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const columns: Column<EmployeeDetail['selections'][number]>[] = [
  { key: 'benefit', header: employeePanelMessages.benefit, rowHeader: true, cell: ({ benefitName }) => benefitName },
  {
    key: 'status',
    header: employeePanelMessages.status,
    cell: ({ status, statusLabel }) => <Badge tone={status === 'active' ? 'good' : 'neutral'}>{statusLabel}</Badge>,
  },
  {
    key: 'from',
    header: employeePanelMessages.from,
    cell: ({ effectiveFrom }) => (effectiveFrom ? showDate(effectiveFrom) : employeePanelMessages.unknown),
  },
]
