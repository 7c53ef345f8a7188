import { useEffect, useId, useRef } from 'react'
import { formMessages } from '../../contract/messages.ts'
import { FieldError } from '../../ui/Field.tsx'
import styles from './Captcha.module.css'
import { captchaMessages } from './captcha.messages.ts'
import { useCaptcha, type ProofHandler } from './use-captcha.ts'

type CaptchaProps = {
  email: string
  onProof: ProofHandler
  missing: number
}

/** Needs a new React key after each submit, because a captcha token is valid once. */
export function Captcha({ email, onProof, missing }: CaptchaProps) {
  const { step, isTicked, tick, untick, place } = useCaptcha(onProof, email)
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (missing > 0) box.current?.focus()
  }, [missing])
  const isUnproven = step === 'open' || step === 'widget'
  const error = step === 'failed' ? captchaMessages.failed : missing > 0 && isUnproven ? formMessages.robot : null
  return (
    <div className={styles.captcha}>
      <div className={styles.row}>
        <label className={styles.label}>
          <input
            ref={box}
            type="checkbox"
            className={styles.box}
            checked={isTicked}
            onChange={(event) => (event.currentTarget.checked ? void tick() : untick())}
            // The attribute `required` would show the box as invalid before the first attempt.
            aria-required
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-state ${id}-error`}
          />
          <span>{captchaMessages.label}</span>
        </label>
        <span className={styles.state} id={`${id}-state`} role="status">
          {step === 'working' && captchaMessages.checking}
          {step === 'confirmed' && captchaMessages.confirmed}
        </span>
      </div>
      {step === 'widget' && <p className={styles.hint}>{captchaMessages.external}</p>}
      {step === 'away' && <p className={styles.hint}>{captchaMessages.away}</p>}
      <div ref={place} className={styles.widget} hidden={step !== 'widget'} />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
