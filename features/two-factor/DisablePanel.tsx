import { useId, useState, type FormEvent } from 'react'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { ownMessages } from './own-two-factor.messages.ts'
import styles from './TwoFactor.module.css'
import { useOwnSteps, useNextPanel } from './use-own-two-factor.ts'

const LONGEST_REASON = 1000

export function DisablePanel({ onClose }: PanelProps) {
  const goOn = useNextPanel()
  const formId = useId()
  const [reason, setReason] = useState(useOwnSteps((steps) => steps.reason) ?? '')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    useOwnSteps.setState({ reason: reason.trim() })
    goOn('two-fa-code', { purpose: 'disable' })
  }
  const error = missing ? ownMessages.reasonRequired : undefined
  return (
    <SidePanel
      title={ownMessages.disableTitle}
      busy={false}
      error={null}
      onClose={onClose}
      footer={
        <>
          <Button type="submit" form={formId} kind="danger">
            {ownMessages.disable}
          </Button>
          <CancelButton />
        </>
      }
    >
      <form id={formId} className={styles.stack} noValidate onSubmit={submit}>
        <FormErrors title={formErrorMessages.review} errors={error ? [{ field: 'reason', message: error }] : []} />
        <p>{ownMessages.reasonPrompt}</p>
        <TextArea
          label={ownMessages.reason}
          name="reason"
          rows={4}
          maxLength={LONGEST_REASON}
          value={reason}
          onChange={setReason}
          error={error}
        />
        <p className={styles.soft}>{ownMessages.otherSessions}</p>
      </form>
    </SidePanel>
  )
}

function CancelButton() {
  const close = useClosePanel()
  return (
    <Button kind="secondary" onClick={close}>
      {buttonMessages.cancel}
    </Button>
  )
}
