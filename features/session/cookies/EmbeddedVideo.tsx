import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cookieMessages } from './cookie-banner.messages.ts'
import { cookieSettingsMessages } from './cookie-settings.messages.ts'
import styles from './EmbeddedVideo.module.css'
import { useCookieConsent } from '../use-cookie-consent.ts'

const CookieSettings = lazy(() => import('./CookieSettings.tsx').then((m) => ({ default: m.CookieSettings })))

/** A video from another site. Until its cookies are allowed nothing is loaded and a placeholder says so (CHROME-40). */
export function EmbeddedVideo({ src, title }: { src: string; title: string }) {
  const allowed = useCookieConsent((consent) => consent.nonNecessaryCookiesEnabled)
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      {allowed ? (
        <iframe
          className={styles.video}
          src={src}
          title={title}
          // The player needs scripts and its own storage. On another origin, it cannot reach the portal.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="fullscreen"
          loading="lazy"
        />
      ) : (
        <div className={styles.video}>
          <p>{cookieSettingsMessages.videoOff}</p>
          <Button kind="secondary" onClick={() => setChoosing(true)}>
            {cookieMessages.manage}
          </Button>
        </div>
      )}
      {choosing && (
        <Suspense>
          <CookieSettings onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
