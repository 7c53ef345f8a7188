import { useEffect, useRef, useState } from 'react'
import { buttonMessages, formMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { notify } from '../../ui/use-notices.ts'
import { CurrentPassword } from '../session/CurrentPassword.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'
import { SecurityCodeForm } from './SecurityCodeForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ownMessages } from './own-two-factor.messages.ts'
import { setUpMessages } from './set-up.messages.ts'
import { codeEntryMessages } from './two-factor.messages.ts'
import styles from './TwoFactor.module.css'
import { useOwnSteps, useOwnTwoFactor, type OwnSetUp, useNextPanel } from './use-own-two-factor.ts'

const [verify] = setUpMessages.steps

export function CodePanel(panel: PanelProps) {
  const { purpose } = panel.params
  const { setUp, reason } = useOwnSteps()
  if (purpose === 'recovery-codes') return <MakeCodes {...panel} />
  if (purpose === 'disable') return reason ? <Disable {...panel} reason={reason} /> : <Instead name="two-fa-disable" />
  return setUp ? <Enable {...panel} given={setUp} /> : <Instead name="two-fa-qr" />
}

function Instead({ name }: { name: 'two-fa-qr' | 'two-fa-disable' }) {
  const goOn = useNextPanel()
  // Runs once: `goOn` is a new function at every render.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => goOn(name), [name])
  return null
}

function Enable({ onClose, given }: PanelProps & { given: OwnSetUp }) {
  const own = useOwnTwoFactor()
  const goOn = useNextPanel()
  const isFirst = useOwnSteps(({ setUp }) => setUp?.isFirst !== false)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const passLast = async (code: string) => {
    // An empty password is not sent, because it would count as a failed attempt.
    const isMissingNow = given.needsPassword && password === ''
    setMissing(isMissingNow)
    if (isMissingNow) return passwordInput.current?.focus()
    const made = await own.passLast(given, code, password)
    if (!made) return
    setCodes(made)
  }
  return (
    <SidePanel title={setUpMessages.title} busy={own.busy} error={null} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} done={setUpMessages.enabled} />
      ) : (
        <div className={styles.stack}>
          <p className={styles.soft} role="status">
            {isFirst ? setUpMessages.firstPass : setUpMessages.secondPass}
          </p>
          <SecurityCodeForm
            key={isFirst ? 'first' : 'second'}
            submitLabel={isFirst ? buttonMessages.next : verify}
            busy={own.busy}
            refused={own.refused}
            onSubmit={(code) => void (isFirst ? own.passFirst(given, code) : passLast(code))}
            focusAtOnce={!isFirst}
            others={
              isFirst && (
                <Button kind="secondary" onClick={() => goOn('two-fa-qr')} disabled={own.busy}>
                  {codeEntryMessages.back}
                </Button>
              )
            }
          >
            {!isFirst && given.needsPassword && (
              <CurrentPassword
                label={loginMessages.passwordLabel}
                value={password}
                onChange={setPassword}
                error={isMissing ? formMessages.required : undefined}
                ref={passwordInput}
              />
            )}
          </SecurityCodeForm>
        </div>
      )}
    </SidePanel>
  )
}

function Disable({ onClose, reason }: PanelProps & { reason: string }) {
  const own = useOwnTwoFactor()
  return (
    <SidePanel title={ownMessages.disableTitle} busy={own.busy} error={null} onClose={onClose}>
      <DisableCode reason={reason} own={own} />
    </SidePanel>
  )
}

function DisableCode({ reason, own }: { reason: string; own: ReturnType<typeof useOwnTwoFactor> }) {
  const close = useClosePanel()
  const disable = async (code: string) => {
    if (!(await own.disable(reason, code))) return
    notify(ownMessages.disabled)
    close()
  }
  return (
    <SecurityCodeForm
      lead={ownMessages.currentCode}
      submitLabel={verify}
      busy={own.busy}
      refused={own.refused}
      onSubmit={(code) => void disable(code)}
      withRecovery
    />
  )
}

function MakeCodes({ onClose }: PanelProps) {
  const own = useOwnTwoFactor()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const make = async (code: string) => {
    const made = await own.makeCodes(code)
    if (made) setCodes(made)
  }
  return (
    <SidePanel title={ownMessages.recoveryTitle} busy={own.busy} error={null} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <SecurityCodeForm
          lead={ownMessages.recoveryAsk}
          submitLabel={verify}
          busy={own.busy}
          refused={own.refused}
          onSubmit={(code) => void make(code)}
        />
      )}
    </SidePanel>
  )
}
