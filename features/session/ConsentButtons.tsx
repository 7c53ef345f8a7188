import { create } from 'zustand'
import { Button } from '../../ui/Button.tsx'
import { acceptCookies } from './use-cookie-consent.ts'
import { consentMessages } from './consent-banner.messages.ts'
import styles from './ConsentButtons.module.css'

/** The settings dialog, which the page frame shows. */
export const useConsentSettings = create(() => ({ isOpen: false }))

export function openConsentSettings(): void {
  useConsentSettings.setState({ isOpen: true })
}

/** Also where the banner may be hidden: content blockers hide whatever is named after cookies. */
export function ConsentButtons() {
  return (
    <div className={styles.buttons}>
      <Button
        onClick={() => {
          acceptCookies()
          // The buttons may disappear.
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
        }}
      >
        {consentMessages.accept}
      </Button>
      <Button kind="secondary" onClick={openConsentSettings}>
        {consentMessages.manage}
      </Button>
    </div>
  )
}
