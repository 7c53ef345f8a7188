import { QrCode } from '../../ui/QrCode.tsx'
import type { MfaData } from '../session/use-second-factor-pending.ts'
import { setUpMessages } from './set-up.messages.ts'
import setUp from './SetUp.module.css'
import styles from './TwoFactor.module.css'

export function QrStep({ secret, url }: MfaData) {
  return (
    <div className={setUp.qr}>
      <p className={styles.soft}>{setUpMessages.lead}</p>
      <QrCode text={url} label={setUpMessages.qrLabel} />
      <a className={setUp.app} href={url}>
        {setUpMessages.openApp}
      </a>
      <div className={setUp.byHand}>
        <p className={styles.soft}>{setUpMessages.cannotScan}</p>
        {/* In groups of four, which are easier to copy. Apps ignore the spaces. */}
        <code className={setUp.key}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
    </div>
  )
}
