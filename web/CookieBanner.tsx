import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../contract/paths.ts'
import { cookieMessages } from '../features/session/cookies/cookie-banner.messages.ts'
import { acceptCookies, useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { useMasquerade } from '../features/session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import styles from './CookieBanner.module.css'

const CookieSettings = lazy(() =>
  import('../features/session/cookies/CookieSettings.tsx').then((m) => ({ default: m.CookieSettings })),
)

/**
 * Until cookies are accepted. Not in a masquerade, nor on the cookie policy, which people must be able to read first (CHROME-32).
 */
export function CookieBanner() {
  const accepted = useCookieConsent((consent) => consent.cookiesAccepted)
  const masquerade = useMasquerade()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [choosing, setChoosing] = useState(false)
  const onPolicy = `${pathname}/`.startsWith(paths.cookiePolicy())
  return (
    <>
      {!accepted && !masquerade && !onPolicy && (
        <section className={styles.banner} aria-label={cookieMessages.label}>
          <div className={styles.inside}>
            <p>
              {cookieMessages.text} <Link to={paths.cookiePolicy()}>{cookieMessages.policy}</Link>
            </p>
            <div className={styles.buttons}>
              <Button
                onClick={() => {
                  acceptCookies()
                  // The banner disappears with its buttons.
                  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
                }}
              >
                {cookieMessages.accept}
              </Button>
              <Button kind="secondary" onClick={() => setChoosing(true)}>
                {cookieMessages.manage}
              </Button>
            </div>
          </div>
        </section>
      )}
      {choosing && (
        <Suspense>
          <CookieSettings onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
