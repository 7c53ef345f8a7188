import { useEffect, useId, useRef } from 'react'
import { formMessages } from '../../contract/messages.ts'
import { FieldError } from '../../ui/Field.tsx'
import styles from './RobotCheck.module.css'
import { captchaMessages } from './captcha.messages.ts'
import { useCaptcha, type OnProof } from './use-captcha.ts'

type CaptchaProps = {
  /** Never a password. */
  email: string
  onProof: OnProof
  /** How often the form was sent with a missing or invalid proof. */
  missing: number
}

/** Give it a new key after each submit, because a proof works once. */
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
    <div className={styles.robotCheck}>
      <div className={styles.row}>
        <label className={styles.label}>
          <input
            ref={box}
            type="checkbox"
            className={styles.box}
            checked={isTicked}
            onChange={(event) => (event.currentTarget.checked ? void tick() : untick())}
            // `required` would make the box invalid before anyone has tried.
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
