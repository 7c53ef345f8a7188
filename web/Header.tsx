import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isInEmployerArea, paths } from '../contract/paths.ts'
import { useUser } from '../features/session/use-session.ts'
import { useTheme } from '../features/theme/use-theme.ts'
import { classNames } from '../ui/class-names.ts'
import { Link } from '../ui/Link.tsx'
import { loadOnDemand } from '../ui/load-on-demand.tsx'
import { Retry } from '../ui/Retry.tsx'
import styles from './Header.module.css'
import { headerMessages } from './web.messages.ts'

const HeaderForUser = loadOnDemand(() => import('./HeaderForUser.tsx').then((m) => m.HeaderForUser), Retry)

const EmployerNavigation = loadOnDemand(() => import('./EmployerNavigation.tsx').then((m) => m.EmployerNavigation))

/** Contains the loading bar, because all content must be inside a landmark. */
export function Header({ children }: { children?: ReactNode }) {
  const user = useUser()
  const isOfEmployer = useRouterState({ select: ({ location }) => isInEmployerArea(location.pathname) })
  return (
    <header className={styles.header}>
      {children}
      <div className={styles.inside}>
        <Link to={user ? paths.home() : paths.login()} className={styles.logo}>
          <Logo />
        </Link>
        <ClientLogo />
        {user && <HeaderForUser />}
      </div>
      {isOfEmployer && user?.userType !== 'employee' && (
        <div className={styles.second}>{user && <EmployerNavigation />}</div>
      )}
    </header>
  )
}

function ClientLogo() {
  const { brandHeaderLogo, clientLogo } = useTheme()
  return brandHeaderLogo && clientLogo ? (
    <img className={classNames(styles.clientLogo, styles.atEnd)} src={clientLogo} alt="" />
  ) : null
}

/** The brand's logo, else the client's, else the brand's name (THEME-21). Below 768 px, the mobile logo. */
function Logo() {
  const { brand, brandHeaderLogo, brandHeaderLogoMobile, clientLogo } = useTheme()
  const logo = brandHeaderLogo ?? brandHeaderLogoMobile
  const name = headerMessages.toHome(brand)
  return (
    <>
      {logo && (
        <picture className={brandHeaderLogo ? undefined : styles.mobile}>
          {brandHeaderLogoMobile && <source media="(max-width: 767px)" srcSet={brandHeaderLogoMobile} />}
          <img className={styles.headerLogo} src={logo} alt={name} height={32} />
        </picture>
      )}
      {!brandHeaderLogo &&
        (clientLogo ? (
          <img className={styles.clientLogo} src={clientLogo} alt={name} />
        ) : (
          <span className={styles.brand}>{brand}</span>
        ))}
    </>
  )
}
