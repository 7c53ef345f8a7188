import { useRouterState } from '@tanstack/react-router'
import { paths } from '../contract/paths.ts'
import { consentMessages } from '../features/session/consent-banner.messages.ts'
import { ConsentButtons, useConsentSettings } from '../features/session/ConsentButtons.tsx'
import { useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { useMasquerade } from '../features/session/use-session.ts'
import { Link } from '../ui/Link.tsx'
import { loadOnDemand } from '../ui/load-on-demand.tsx'
import styles from './ConsentBanner.module.css'

/** Shown until cookies are accepted, except in a masquerade and on the cookie policy, which must be readable first (CHROME-32). */
export function ConsentBanner() {
  const accepted = useCookieConsent((consent) => consent.cookiesAccepted)
  const masquerade = useMasquerade()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const choosing = useConsentSettings((settings) => settings.isOpen)
  const onPolicy = `${pathname}/`.startsWith(paths.cookiePolicy())
  return (
    <>
      {!accepted && !masquerade && !onPolicy && (
        <section className={styles.banner} aria-label={consentMessages.label}>
          <div className={styles.inside}>
            <p>
              {consentMessages.text} <Link to={paths.cookiePolicy()}>{consentMessages.policy}</Link>
            </p>
            <ConsentButtons />
          </div>
        </section>
      )}
      {choosing && <ConsentSettings onClose={close} />}
    </>
  )
}

const ConsentSettings = loadOnDemand(() =>
  import('../features/session/consent/ConsentSettings.tsx').then((m) => m.ConsentSettings),
)

const close = () => useConsentSettings.setState({ isOpen: false })
