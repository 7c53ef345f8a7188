import { failureText } from '../../contract/call-failed.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/use-notices.ts'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import { discardDialogMessages as say } from './discard-dialog.messages.ts'
import { useDiscardDraft, useWithdraw } from './use-discard.ts'

/** The selection as it was when the dialog opened, because a later change must not close the dialog. */
export type DiscardQuestion = {
  what: 'discard' | 'withdraw'
  label: string
  selection: Pick<SelectionView, 'selectionId' | 'version' | 'status'>
}

type DiscardDialogProps = {
  asking: DiscardQuestion
  onDone?: () => void
  onClose: () => void
}

export function DiscardDialog({ asking: { what, label, selection }, onDone, onClose }: DiscardDialogProps) {
  const discard = useDiscardDraft(selection.selectionId)
  const withdraw = useWithdraw(selection.selectionId, selection.version)
  const words =
    what === 'discard'
      ? {
          title: say.discardTitle,
          text: say.discardText,
          busyLabel: say.discarding,
          done: say.discarded,
          act: discard.mutateAsync,
        }
      : {
          title: say.withdrawTitle,
          text: selection.status === 'pended' ? say.withdrawLimited : say.withdrawText,
          busyLabel: say.withdrawing,
          done: say.withdrawn,
          act: withdraw.mutateAsync,
        }
  return (
    <ConfirmDialog
      title={words.title}
      confirm={{
        label,
        busyLabel: words.busyLabel,
        kind: 'danger',
        act: () => words.act(),
        failure: failureText,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={(confirmed) => {
        if (confirmed) {
          notify(words.done)
          onDone?.()
        }
        onClose()
      }}
    >
      {words.text}
    </ConfirmDialog>
  )
}
