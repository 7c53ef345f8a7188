import type { ReactNode } from 'react'
import { CallFailed } from '../../contract/call-failed.ts'
import { londonDate, showDate } from '../../contract/dates.ts'
import { errorMessages } from '../../contract/messages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Initials } from '../../ui/Initials.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useMasquerade, useUser } from '../session/use-session.ts'
import { EmployeeBenefits } from './EmployeeBenefits.tsx'
import type { EmployeeDetail } from './employees.contract.ts'
import { employeeMessages } from './employees.messages.ts'
import { employeePanelMessages as say } from './employee-panel.messages.ts'
import styles from './EmployeePanel.module.css'
import { ResendWelcomeEmail } from './ResendWelcomeEmail.tsx'
import { useEmployee } from './use-employees.ts'
import { notSentReason, useResendWelcomeEmail } from './use-resend-welcome-email.ts'
import { useViewAs } from './use-view-as.ts'
import { ViewAsButton, ViewAsEmployee } from './ViewAsEmployee.tsx'

const DeathBenefits = loadOnDemand(() => import('./DeathBenefits.tsx').then((m) => m.DeathBenefits))

export function EmployeePanel({ params, onClose }: PanelProps) {
  const employeeId = params['employeeId'] ?? ''
  const employee = useEmployee(employeeId)
  const viewAs = useViewAs(employeeId)
  const welcome = useResendWelcomeEmail(employeeId)
  const isOwn = useMasquerade() === null
  const user = useUser()
  const isGone = employee.error instanceof CallFailed && employee.error.status === 404
  const mayWelcome = isOwn && employee.data && mayRegister(employee.data)
  const mayView = isOwn && employee.data && isViewOffered(employee.data, user?.id)
  const hasViewButton = mayView && !employee.data.notViewable && !viewAs.isAsking && !viewAs.isOpen
  return (
    <SidePanel
      title={employee.data?.name ?? say.employee}
      busy={viewAs.busy || welcome.isPending}
      error={viewAs.failure ?? (welcome.error && notSentReason(welcome.error))}
      wide={employee.data?.leaving?.died ?? false}
      onClose={onClose}
      footer={
        (mayWelcome || hasViewButton) && (
          <>
            {hasViewButton && <ViewAsButton viewAs={viewAs} />}
            {mayWelcome && (
              <ResendWelcomeEmail send={() => welcome.mutate()} busy={welcome.isPending} isSent={welcome.isSuccess} />
            )}
          </>
        )
      }
    >
      {employee.isPending && (
        <Loading label={say.loadingOne}>
          <Skeleton shape="heading" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      )}
      {isGone && <EmptyState title={say.gone} />}
      {employee.isError && !isGone && (
        <ErrorState error={employee.error} title={errorMessages.retryLater} onRetry={() => void employee.refetch()} />
      )}
      {employee.status === 'success' && <Employee {...employee.data} />}
      {mayView && <ViewAsEmployee name={employee.data.name} notViewable={employee.data.notViewable} viewAs={viewAs} />}
    </SidePanel>
  )
}

/** The server refuses a view of one's own account (S-45). */
function isViewOffered({ employeeId, registered, leaving }: EmployeeDetail, viewer?: string): boolean {
  return registered && !leaving?.died && employeeId !== viewer
}

function mayRegister({ registered, employmentStatus }: EmployeeDetail): boolean {
  return !registered && employmentStatus !== 'left'
}

function Employee(employee: EmployeeDetail) {
  const { firstName, surname, jobTitle, costCentre, location, employmentStatus, registered } = employee
  const job = [jobTitle, costCentre, location].filter((part) => part !== null).join(', ')
  return (
    <>
      <div className={styles.person}>
        <Initials firstName={firstName} surname={surname} large />
        <div>
          {job && <p className={styles.job}>{job}</p>}
          <p className={styles.states}>
            <Badge tone={employmentStatus === 'active' ? 'good' : 'neutral'}>{say.statuses[employmentStatus]}</Badge>
            <Badge tone={registered ? 'good' : 'neutral'}>
              {registered ? employeeMessages.onlyRegistered : employeeMessages.onlyUnregistered}
            </Badge>
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact term={employeeMessages.email} isWide>
          <EmailAddress email={employee.email} />
        </Fact>
        <Fact term={employeeMessages.employeeNumber}>{employee.employeeNumber ?? employeeMessages.noNumber}</Fact>
        <Fact term={say.dateOfBirth}>{showDate(employee.dateOfBirth)}</Fact>
        <Fact term={say.startDate}>{employee.startDate ? showDate(employee.startDate) : say.unknown}</Fact>
        <Fact term={employeeMessages.lastLogin}>
          {employee.lastLogin ? showDate(londonDate(new Date(employee.lastLogin))) : employeeMessages.never}
        </Fact>
        {employee.leaving && (
          <Fact term={say.lastDay} isWide>
            {employee.leaving.text}
          </Fact>
        )}
      </dl>
      {employee.leaving?.died && <DeathBenefits employeeId={employee.employeeId} />}
      <EmployeeBenefits {...employee} />
    </>
  )
}

function Fact({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
