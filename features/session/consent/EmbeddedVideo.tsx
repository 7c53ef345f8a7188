import { Button } from '../../../ui/Button.tsx'
import { consentMessages } from '../consent-banner.messages.ts'
import { openConsentSettings } from '../ConsentButtons.tsx'
import { consentSettingsMessages } from './consent-settings.messages.ts'
import styles from './EmbeddedVideo.module.css'
import { useCookieConsent } from '../use-cookie-consent.ts'

/** Until video cookies are allowed, shows a placeholder and loads nothing (CHROME-40). */
export function EmbeddedVideo({ src, title }: { src: string; title: string }) {
  const allowed = useCookieConsent((consent) => consent.nonNecessaryCookiesEnabled)
  if (!allowed)
    return (
      <div className={styles.video}>
        <p>{consentSettingsMessages.videoOff}</p>
        <Button kind="secondary" onClick={openConsentSettings}>
          {consentMessages.manage}
        </Button>
      </div>
    )
  return (
    <iframe
      className={styles.video}
      src={src}
      title={title}
      // The player needs scripts and its own storage. It comes from another origin, so it cannot reach the portal.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="fullscreen"
      loading="lazy"
    />
  )
}
