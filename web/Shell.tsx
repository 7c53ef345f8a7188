import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMasquerade } from '../features/session/use-session.ts'
import { classNames } from '../ui/class-names.ts'
import { loadOnDemand } from '../ui/load-on-demand.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { ConsentBanner } from './ConsentBanner.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './Shell.module.css'
import { useCallInFlight } from './use-activity.ts'
import { useScroll } from './use-scroll.ts'
import { shellMessages } from './web.messages.ts'

const MasqueradeBanner = loadOnDemand(() => import('./MasqueradeBanner.tsx').then((m) => m.MasqueradeBanner))

export function Shell() {
  const loading = useRouterState({ select: (state) => state.status === 'pending' })
  const isInside = useRouterState({ select: ({ location }) => location.pathname.startsWith('/app') })
  const calling = useCallInFlight()
  useFocusOnNewScreen()
  useScroll()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {shellMessages.skip}
      </a>
      <Header>
        <ProgressBar active={loading || calling} label={shellMessages.progress} />
      </Header>
      <main id="main" className={classNames(styles.main, isInside && styles.inside)} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ConsentBanner />
      {useMasquerade() && <MasqueradeBanner />}
    </div>
  )
}

function useFocusOnNewScreen() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        const main = document.querySelector<HTMLElement>('#main')
        const focused = document.activeElement
        if (focused !== main && focused?.closest('#main, [aria-expanded="true"], [role="menu"]')) return
        const heading = main?.querySelector('h1') ?? main
        heading?.focus({ preventScroll: true })
      }),
    [router],
  )
}
