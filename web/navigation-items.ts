import { isInEmployerArea, paths } from '../contract/paths.ts'
import type { IconName } from '../ui/Icon.tsx'
import { navMessages } from './menu.messages.ts'

export type NavigationItem = { label: string; to: string; icon: IconName }

type Facts = {
  userType: 'employee' | 'employer'
  employmentStatus: 'active' | 'inactive' | 'left'
  ccvOnly?: boolean
  faqs: Published
}

/** One of the formats of CHROME-13. An entry without `live` is live. */
type Published = readonly Entry[] | Readonly<Record<string, Entry>>
type Entry = { live?: boolean; reference?: string }

/** Returns the navigation items for a person (CHROME-10 to CHROME-15). */
export function navigationFor({ userType, employmentStatus, ccvOnly = false, faqs }: Facts): NavigationItem[] {
  const items: (NavigationItem | false)[] = [
    { label: navMessages.home, to: paths.home(), icon: 'home' },
    !ccvOnly && { label: navMessages.benefits, to: paths.benefits(), icon: 'benefits' },
    Object.values(faqs).some(({ live = true }) => live) && {
      label: navMessages.faqs,
      to: paths.faqs(),
      icon: 'question',
    },
    userType === 'employer' &&
      employmentStatus === 'active' &&
      !ccvOnly && { label: navMessages.dashboard, to: paths.dashboard(), icon: 'dashboard' },
  ]
  return items.filter((item) => item !== false)
}

/** On a phone, Profile Settings replaces Dashboard (CHROME-22). */
export function mobileNavigation(items: readonly NavigationItem[]): NavigationItem[] {
  return items.map((item) =>
    item.to === paths.dashboard() ? { label: navMessages.profile, to: paths.profile(), icon: 'user' } : item,
  )
}

export const employerNavigation: readonly Omit<NavigationItem, 'icon'>[] = [
  { label: navMessages.overview, to: paths.dashboard() },
  { label: navMessages.people, to: paths.employeeData() },
  { label: navMessages.approvals, to: paths.approvals() },
  { label: navMessages.takeUp, to: paths.takeUp() },
  { label: navMessages.engagement, to: paths.engagement() },
  { label: navMessages.insights, to: paths.insights() },
  { label: navMessages.reports, to: paths.reports() },
  { label: navMessages.settings, to: paths.settings() },
]

/** The overview must match exactly, because the paths of other areas begin with it. */
export function isCurrentEmployerItem({ to }: Pick<NavigationItem, 'to'>, pathname: string): boolean {
  const here = withSlash(pathname)
  return to === paths.dashboard() ? here === to : here.startsWith(withSlash(to))
}

const ofHome = [paths.totalBenefits(), paths.totalBenefitsEnhanced()]

/** Home must match exactly, because the path of Profile Settings begins with it. */
export function isCurrent(item: Pick<NavigationItem, 'to'>, pathname: string): boolean {
  const here = withSlash(pathname)
  if (item.to === paths.home()) return here === item.to || ofHome.some((path) => here.startsWith(withSlash(path)))
  return item.to === paths.dashboard() ? isInEmployerArea(pathname) : here.startsWith(item.to)
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}
