import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { paths } from '../contract/paths.ts'
import { useSession, type Session } from '../features/session/use-session.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { pageData } from '../features/theme/use-theme.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { LogoutRedirect } from './LogoutRedirect.tsx'
import { Shell } from './Shell.tsx'

/**
 * A screen and its access (Annex B): `out` for anyone, `in` for logged-in people, `employer` for employer users.
 * In a path, `$name` is a parameter. The build parses this list for the server: keep each route on one line.
 */
export type Route = {
  path: string
  access: 'out' | 'in' | 'employer'
  screen: () => Promise<Readonly<Record<string, ComponentType>>>
}

// oxfmt-ignore
export const routes: readonly Route[] = [
  { path: '/', access: 'out', screen: () => import('../features/session/LoginPage.tsx') },
  { path: '/forgotten-password', access: 'out', screen: () => import('../features/password/PasswordPages.tsx').then((m) => ({ default: m.ForgottenPasswordPage })) },
  { path: '/reset-password', access: 'out', screen: () => import('../features/password/PasswordPages.tsx').then((m) => ({ default: m.ResetPasswordPage })) },
  { path: '/activation/$', access: 'out', screen: () => import('./Activation.tsx') },
  { path: '/sso-login/$', access: 'out', screen: () => import('../features/session/SsoPages.tsx').then((m) => ({ default: m.SsoLoginPage })) },
  { path: '/sso-error/$', access: 'out', screen: () => import('../features/session/SsoPages.tsx').then((m) => ({ default: m.SsoErrorPage })) },
  { path: '/hub-sso/$', access: 'out', screen: () => import('../features/session/hub/HubPage.tsx') },
  { path: '/two-fa/$', access: 'out', screen: () => import('../features/two-factor/TwoFactorCodePage.tsx') },
  { path: '/two-fa-qr-setup/$', access: 'out', screen: () => import('../features/two-factor/QrSetupPage.tsx') },
  { path: '/two-fa-code-setup', access: 'out', screen: () => import('../features/two-factor/CodeSetupPage.tsx') },
  { path: '/logout/$', access: 'out', screen: () => import('../features/session/LogoutPage.tsx') },
  { path: '/logout-success/$', access: 'out', screen: () => import('../features/session/LogoutSuccessPage.tsx') },
  { path: '/contact-us/$', access: 'out', screen: () => import('../features/content/ContactUsPage.tsx') },
  { path: '/cookie-policy/$', access: 'out', screen: () => import('../features/content/PolicyPage.tsx').then((m) => ({ default: m.CookiePolicyPage })) },
  { path: '/privacy-statement/$', access: 'out', screen: () => import('../features/content/PolicyPage.tsx').then((m) => ({ default: m.PrivacyStatementPage })) },
  { path: '/terms-and-conditions/$', access: 'out', screen: () => import('../features/content/PolicyPage.tsx').then((m) => ({ default: m.TermsPage })) },
  { path: '/app/', access: 'in', screen: () => import('./HomeRedirect.tsx') },
  { path: '/app/home', access: 'in', screen: () => import('../features/home/HomePage.tsx') },
  { path: '/app/home/my-profile', access: 'in', screen: () => import('../features/profile/ProfilePage.tsx') },
  { path: '/app/my-benefits', access: 'in', screen: () => import('../features/benefits/MyBenefitsPage.tsx') },
  { path: '/app/my-benefits/basket', access: 'in', screen: () => import('../features/basket/BasketPage.tsx') },
  { path: '/app/my-benefits/what-if', access: 'in', screen: () => import('../features/what-if/WhatIfPage.tsx') },
  { path: '/app/my-benefits/$benefitId', access: 'in', screen: () => import('../features/benefits/BenefitPage.tsx') },
  { path: '/app/my-benefits/$benefitId/setup/$', access: 'in', screen: () => import('../features/benefit-setup/BenefitSetupPage.tsx') },
  { path: '/app/my-benefits/$benefitId/manage', access: 'in', screen: () => import('../features/benefits/BenefitManagePage.tsx') },
  { path: '/app/faqs', access: 'in', screen: () => import('../features/content/FaqsPage.tsx') },
  { path: '/app/my-total-benefits', access: 'in', screen: () => import('../features/total-benefits/TotalBenefitsPages.tsx').then((m) => ({ default: m.TotalBenefitsPage })) },
  { path: '/app/my-total-benefits-enhanced', access: 'in', screen: () => import('../features/total-benefits/TotalBenefitsPages.tsx').then((m) => ({ default: m.EnhancedTotalBenefitsPage })) },
  { path: '/app/dashboard', access: 'employer', screen: () => import('../features/employer-overview/EmployerDashboardPage.tsx') },
  { path: '/app/dashboard/employee-engagement', access: 'employer', screen: () => import('../features/insights/EngagementPage.tsx') },
  { path: '/app/dashboard/platform-settings', access: 'employer', screen: () => import('../features/employer-overview/PlatformSettingsPage.tsx') },
  { path: '/app/dashboard/recent-activity', access: 'employer', screen: () => import('../features/employer-overview/RecentActivityPage.tsx') },
  { path: '/app/dashboard/employee-insights', access: 'employer', screen: () => import('../features/insights/InsightsPage.tsx') },
  { path: '/app/dashboard/benefit-takeup', access: 'employer', screen: () => import('../features/take-up/TakeUpPage.tsx') },
  { path: '/app/dashboard/benefit-takeup/$benefitId', access: 'employer', screen: () => import('../features/take-up/BenefitTakeUpPage.tsx') },
  { path: '/app/dashboard/approve-selections', access: 'employer', screen: () => import('../features/approvals/ApprovalsPage.tsx') },
  { path: '/app/dashboard/approve-selections/$benefitId', access: 'employer', screen: () => import('../features/approvals/BenefitApprovalsPage.tsx') },
  { path: '/app/employee-data', access: 'employer', screen: () => import('../features/employees/EmployeeDataPage.tsx') },
  { path: '/app/reporting', access: 'employer', screen: () => import('../features/reports/ReportsPage.tsx') },
  { path: '/app/ccv/manage', access: 'employer', screen: () => import('../features/vouchers/VouchersPage.tsx') },
  { path: '/app/$', access: 'in', screen: () => import('./NotFound.tsx') },
]

const root = createRootRoute({ component: Shell })

/** The path to the benefits provider's hub begins with the provider's short name, from the settings (SSO-14). */
const providerName = pageData()?.providerName ?? 'hub'

const screens = routes.map(({ path, access, screen }) =>
  createRoute({
    getParentRoute: () => root,
    path: path.replace('/hub-sso', `/${providerName}-sso`),
    component: access === 'out' ? lazy(screen) : guarded(screen, access),
  }),
)

export function makeRouter(history?: RouterHistory) {
  return createRouter({
    ...(history && { history }),
    routeTree: root.addChildren(screens),
    trailingSlash: 'preserve',
    // The server, the cookie banner and the voucher redirect also compare paths exactly.
    caseSensitive: true,
    search: { strict: false },
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      // All values are texts, because they come from `parseSearch` or from our links.
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text && `?${text}`
    },
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: lazyScreen(() => import('./NotFound.tsx').then((m) => m.NotFound)),
  })
}

function lazy(screen: Route['screen']) {
  // Each file of a screen exports a component.
  return lazyScreen(() => screen().then((module) => Object.values(module)[0] as ComponentType))
}

function guarded(screen: Route['screen'], access: 'in' | 'employer'): RouteComponent {
  const Screen = lazy(screen)
  const Guard = lazyScreen(() => import('./AppScreen.tsx').then((m) => m.AppScreen))
  const Guarded = () => (useSession(isLoggedOut) ? <LogoutRedirect /> : <Guard access={access} screen={Screen} />)
  return Object.assign(Guarded, {
    preload: async () => {
      if (isLoggedOut(useSession.getState()) && location.pathname !== paths.login()) return
      await Promise.all([Guard.preload(), Screen.preload()])
    },
  })
}

function isLoggedOut({ session }: { session: Session }): boolean {
  return session.step === 'out' && session.unanswered === undefined
}
