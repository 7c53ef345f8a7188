import { useState } from 'react'
import { CallFailed } from '../../contract/call-failed.ts'
import { buttonMessages, errorMessages } from '../../contract/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/use-notices.ts'
import { usesSingleSignOn } from '../employees/welcome-email.contract.ts'
import { engagementMessages as say } from './engagement.messages.ts'
import { useResendWelcomeEmails } from './use-engagement.ts'

export function ResendWelcomeEmailsDialog({ waiting, onClose }: { waiting: number; onClose: () => void }) {
  const [asked] = useState(waiting)
  const everybody = useResendWelcomeEmails()
  if (asked === 0) return <ConfirmDialog title={say.nobodyWaits} cancelLabel={buttonMessages.close} onClose={onClose} />
  return (
    <ConfirmDialog
      title={say.ask(asked)}
      confirm={{
        label: say.confirm,
        busyLabel: say.sending,
        act: async () => {
          const { sent } = await everybody.mutateAsync()
          if (sent > 0) notify(say.sent)
        },
        failure: (failure) =>
          failure instanceof CallFailed && failure.code === usesSingleSignOn.code
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
