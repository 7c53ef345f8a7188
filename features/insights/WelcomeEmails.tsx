import { useState } from 'react'
import { londonDate, showDate } from '../../contract/dates.ts'
import { errorMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PanelLoadFailed } from '../../ui/panel-load-failed.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import type { UndeliveredMail, WelcomeState } from '../employees/welcome-email.contract.ts'
import { engagementMessages as say } from './engagement.messages.ts'
import styles from './Engagement.module.css'
import { InsightsSection } from './InsightsSection.tsx'
import { useWelcomeEmails } from './use-engagement.ts'

const ResendWelcomeEmailsDialog = loadOnDemand(
  () => import('./ResendWelcomeEmailsDialog.tsx').then((m) => m.ResendWelcomeEmailsDialog),
  PanelLoadFailed,
)

export function WelcomeEmails() {
  return (
    <InsightsSection title={say.welcomes} loading={say.loadingWelcomes} query={useWelcomeEmails()}>
      {(state) => (state.isPossible ? <Counts {...state} /> : <p>{say.comesInOtherwise}</p>)}
    </InsightsSection>
  )
}

function Counts({ waiting, lately, underWay }: WelcomeState) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {waiting > 0 && <p>{say.mayGet(waiting)}</p>}
      {waiting === 0 && underWay === 0 && <p>{say.nobodyWaits}</p>}
      {underWay > 0 && <p>{say.underWay(underWay)}</p>}
      {lately > 0 && <p className={styles.soft}>{say.lately(lately)}</p>}
      <div>
        <Button kind="secondary" onClick={() => setAsking(true)}>
          {say.send}
        </Button>
      </div>
      {isAsking && <ResendWelcomeEmailsDialog waiting={waiting} onClose={() => setAsking(false)} />}
    </>
  )
}

export function UndeliveredWelcomes() {
  const state = useWelcomeEmails().data
  if (!state?.isPossible || state.givenUpTotal === 0) return null
  const { givenUp, givenUpTotal } = state
  return (
    <section className={styles.section} aria-labelledby="given-up">
      <h2 id="given-up">{say.givenUp}</h2>
      <p className={styles.soft}>{say.givenUpText(givenUpTotal)}</p>
      <DataTable
        caption={say.givenUp}
        hideCaption
        columns={columns}
        rows={givenUp}
        rowKey={({ employeeId }) => employeeId}
        state="ready"
        empty={null}
        failed={errorMessages.retryLater}
      />
      {givenUpTotal > givenUp.length && <p className={styles.soft}>{say.givenUpMore(givenUp.length, givenUpTotal)}</p>}
    </section>
  )
}

const columns: Column<UndeliveredMail>[] = [
  { key: 'name', header: say.name, rowHeader: true, cell: (mail) => <OpenPerson {...mail} /> },
  { key: 'email', header: say.email, cell: ({ email }) => <EmailAddress email={email} /> },
  { key: 'on', header: say.givenUpOn, cell: ({ givenUpAt }) => showDate(londonDate(new Date(givenUpAt))) },
]

function OpenPerson({ employeeId, name }: UndeliveredMail) {
  const { open } = usePanels()
  return <LinkButton onClick={() => open('view-employee-data', { employeeId })}>{name}</LinkButton>
}
