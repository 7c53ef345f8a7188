import { create } from 'zustand'
import { Button } from '../../ui/Button.tsx'
import { acceptCookies } from './use-cookie-consent.ts'
import { consentMessages } from './consent-banner.messages.ts'
import styles from './ConsentButtons.module.css'

export const useConsentSettings = create(() => ({ isOpen: false }))

export function openConsentSettings(): void {
  useConsentSettings.setState({ isOpen: true })
}

/** Other places also show these buttons, because content blockers often hide the banner. */
export function ConsentButtons() {
  return (
    <div className={styles.buttons}>
      <Button
        onClick={() => {
          acceptCookies()
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
