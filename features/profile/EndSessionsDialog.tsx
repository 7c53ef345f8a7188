import { failureText } from '../../contract/call-failed.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/use-notices.ts'
import type { OwnSession } from '../session/own-sessions/own-sessions.contract.ts'
import { sessionsMessages } from './profile.messages.ts'
import { useEndSessions } from './use-profile.ts'

export type EndSessionsQuestion = Pick<OwnSession, 'id' | 'device'> | 'all'

export function EndSessionsDialog({ asking, onClose }: { asking: EndSessionsQuestion; onClose: () => void }) {
  const end = useEndSessions()
  const all = asking === 'all'
  return (
    <ConfirmDialog
      title={all ? sessionsMessages.askAll : sessionsMessages.askOne(asking.device)}
      confirm={{
        label: all ? sessionsMessages.endAll : sessionsMessages.end,
        busyLabel: sessionsMessages.ending,
        kind: 'danger',
        act: () => end.mutateAsync(all ? 'all' : asking.id),
        failure: failureText,
      }}
      cancelLabel={sessionsMessages.cancel}
      onClose={(confirmed) => {
        if (confirmed) notify(all ? sessionsMessages.endedAll : sessionsMessages.ended)
        onClose()
      }}
    >
      {sessionsMessages.explain}
    </ConfirmDialog>
  )
}
