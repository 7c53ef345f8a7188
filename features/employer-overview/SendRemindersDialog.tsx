import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { failureText } from '../../contract/call-failed.ts'
import { showDate } from '../../contract/dates.ts'
import { buttonMessages, errorMessages } from '../../contract/messages.ts'
import { queryState } from '../../contract/query-state.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { notify } from '../../ui/use-notices.ts'
import { reminderMail } from './reminder-mail.messages.ts'
import { readReminders, remindPeople, type Reminders } from './reminders.contract.ts'
import { reminderMessages as messages } from './reminders.messages.ts'
import { useTheme } from '../theme/use-theme.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import styles from './SendRemindersDialog.module.css'

export function SendRemindersDialog({ onClose }: { onClose: () => void }) {
  const id = useClientId()
  const query = useQuery({
    queryKey: ['enrolment', 'reminders'],
    // The number must not change while the dialog is open.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => call(readReminders, { params: { id } }, signal),
  })
  const remind = useMutation({ mutationFn: () => call(remindPeople, { params: { id } }) })
  const state = queryState(query)
  const { data } = query
  if (state !== 'ready' || !data)
    return (
      <ConfirmDialog title={messages.title} cancelLabel={buttonMessages.cancel} onClose={onClose}>
        {state === 'loading' ? (
          <Loading label={messages.loading}>
            <Skeleton />
          </Loading>
        ) : (
          errorMessages.retryLater
        )}
      </ConfirmDialog>
    )
  if (data.closesOn === null || data.waiting === 0)
    return (
      <ConfirmDialog title={messages.nobody} cancelLabel={buttonMessages.close} onClose={onClose}>
        <Others reminders={data} />
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={messages.ask(data.waiting)}
      confirm={{
        label: messages.send,
        busyLabel: messages.sending,
        act: async () => notify(messages.sent((await remind.mutateAsync()).sent)),
        failure: failureText,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      <p>{messages.once}</p>
      <Others reminders={data} />
      <Preview closesOn={data.closesOn} />
    </ConfirmDialog>
  )
}

function Others({ reminders: { reminded, switchedOff } }: { reminders: Reminders }) {
  if (reminded === 0 && !switchedOff) return null
  return (
    <p>
      {reminded > 0 && messages.reminded(reminded)} {switchedOff && messages.switchedOff}
    </p>
  )
}

function Preview({ closesOn }: { closesOn: string }) {
  const { brand, supportEmail, supportNumber } = useTheme()
  const { subject, paragraphs, button, smallPrint } = reminderMail.write(
    { closesOn: showDate(closesOn), unfinished: false },
    { firstName: null, brand, supportEmail, supportNumber },
  )
  return (
    <div role="group" aria-label={messages.preview} className={styles.preview}>
      <p className={styles.subject}>{subject}</p>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {button && <p className={styles.button}>{button.label}</p>}
      {smallPrint?.map((text) => (
        <p key={text} className={styles.small}>
          {text}
        </p>
      ))}
    </div>
  )
}
