import { failureText } from '../../contract/call-failed.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/use-notices.ts'
import type { SelectionView } from './benefits.contract.ts'
import { manageMessages } from './manage.messages.ts'
import { useDiscardDraft, useWithdraw } from './use-benefits.ts'

/** The selection as it stood when the question was asked: a change of it must not take the question away. */
export type Asking = { what: 'discard' | 'withdraw'; selection: SelectionView }

/** The question before a draft is discarded or a request withdrawn. */
export function AskFirst({ asking: { what, selection }, onClose }: { asking: Asking; onClose: () => void }) {
  const discard = useDiscardDraft(selection.selectionId)
  const withdraw = useWithdraw(selection.selectionId, selection.version)
  const words =
    what === 'discard'
      ? {
          title: manageMessages.discardTitle,
          text: manageMessages.discardText,
          label: manageMessages.discard,
          busyLabel: manageMessages.discarding,
          done: manageMessages.discarded,
          act: discard.mutateAsync,
        }
      : {
          title: manageMessages.withdrawTitle,
          text: selection.status === 'pended' ? manageMessages.withdrawLimited : manageMessages.withdrawText,
          label: manageMessages.withdraw,
          busyLabel: manageMessages.withdrawing,
          done: manageMessages.withdrawn,
          act: withdraw.mutateAsync,
        }
  return (
    <ConfirmDialog
      title={words.title}
      confirm={{
        label: words.label,
        busyLabel: words.busyLabel,
        kind: 'danger',
        act: () => words.act(),
        failure: failureText,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={(confirmed) => {
        if (confirmed) notify(words.done)
        onClose()
      }}
    >
      {words.text}
    </ConfirmDialog>
  )
}
