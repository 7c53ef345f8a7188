import { useState } from 'react'
import { londonDate, showDate } from '../../contract/dates.ts'
import { buttonMessages, errorMessages } from '../../contract/messages.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { notify } from '../../ui/use-notices.ts'
import { usePanels } from '../../ui/use-panel.ts'
import { comesInOtherwise, type GivenUpMail, type WelcomeState } from '../employees/welcome.contract.ts'
import { engagementMessages as say } from './engagement.messages.ts'
import styles from './Engagement.module.css'
import { Section } from './Section.tsx'
import { useWelcomeEverybody, useWelcomes } from './use-engagement.ts'

/** Welcome emails again to everybody who has not registered, and those that never arrived (EMP-45, S-79). */
export function WelcomeEmails() {
  return (
    <Section title={say.welcomes} loading={say.loadingWelcomes} query={useWelcomes()}>
      {(state) =>
        state.isPossible ? (
          <>
            <Counts {...state} />
            {state.givenUpTotal > 0 && <GivenUp {...state} />}
          </>
        ) : (
          <p>{say.comesInOtherwise}</p>
        )
      }
    </Section>
  )
}

function Counts({ waiting, lately, underWay }: WelcomeState) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <p>{waiting > 0 ? say.mayGet(waiting) : say.nobodyWaits}</p>
      {underWay > 0 && <p>{say.underWay(underWay)}</p>}
      {lately > 0 && <p className={styles.soft}>{say.lately(lately)}</p>}
      <div>
        <Button kind="secondary" onClick={() => setAsking(true)}>
          {say.send}
        </Button>
      </div>
      {isAsking && <SendDialog waiting={waiting} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Names how many get one, and sends none to anybody twice. */
function SendDialog({ waiting, onClose }: { waiting: number; onClose: () => void }) {
  // As it was asked: the page counts anew as soon as they are on their way.
  const [asked] = useState(waiting)
  const everybody = useWelcomeEverybody()
  if (asked === 0) return <ConfirmDialog title={say.nobodyWaits} cancelLabel={buttonMessages.close} onClose={onClose} />
  return (
    <ConfirmDialog
      title={say.ask(asked)}
      confirm={{
        label: say.confirm,
        busyLabel: say.sending,
        act: async () => {
          const { sent } = await everybody.mutateAsync()
          // Somebody else may have sent them meanwhile: then the page says so.
          if (sent > 0) notify(say.sent)
        },
        failure: (failure) =>
          failure instanceof CallFailed && failure.code === comesInOtherwise.code
            ? failure.message
            : errorMessages.retryLater,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      <p>{say.askText}</p>
    </ConfirmDialog>
  )
}

function GivenUp({ givenUp, givenUpTotal }: WelcomeState) {
  return (
    <section className={styles.givenUp} aria-labelledby="given-up">
      <h3 id="given-up">{say.givenUp}</h3>
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

const columns: Column<GivenUpMail>[] = [
  { key: 'name', header: say.name, rowHeader: true, cell: (mail) => <Open {...mail} /> },
  { key: 'email', header: say.email, cell: ({ email }) => <span className={styles.email}>{email}</span> },
  { key: 'on', header: say.givenUpOn, cell: ({ givenUpAt }) => showDate(londonDate(new Date(givenUpAt))) },
]

/** Their panel has the way to send it again. */
function Open({ employeeId, name }: GivenUpMail) {
  const { open } = usePanels()
  return (
    <button type="button" className={styles.open} onClick={() => open('view-employee-data', { employeeId })}>
      {name}
    </button>
  )
}
