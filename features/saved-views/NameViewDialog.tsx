import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { notify } from '../../ui/use-notices.ts'
import { longestViewName, type ViewScreen } from './saved-views.contract.ts'
import { savedViewMessages as say } from './saved-views.messages.ts'
import { useSaveView } from './use-saved-views.ts'

type NameViewDialogProps = {
  screen: ViewScreen
  /** With `viewId`, an existing view to rename. */
  view: { viewId?: string; name: string; query: string }
  onClose: () => void
}

export function NameViewDialog({ screen, view, onClose }: NameViewDialogProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(view.name)
  const [isMissing, setMissing] = useState(false)
  const save = useSaveView(screen)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = typed.trim()
    setMissing(name === '')
    if (name === '' || save.isPending) return
    save.mutate(
      { ...view, name },
      {
        onSuccess: () => {
          notify(view.viewId ? say.renamed(name) : say.saved(name))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={view.viewId ? say.renameOf(view.name) : say.save}
      closeLabel={buttonMessages.cancel}
      onClose={onClose}
      renderButtons={() => (
        <Button type="submit" form={form} busy={save.isPending} busyLabel={say.saving}>
          {buttonMessages.save}
        </Button>
      )}
    >
      {!view.viewId && <p>{say.saveText}</p>}
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={say.name}
          value={typed}
          onChange={setTyped}
          maxLength={longestViewName}
          autoComplete="off"
          error={isMissing ? say.nameRequired : save.error && failureText(save.error)}
        />
      </form>
    </Dialog>
  )
}
