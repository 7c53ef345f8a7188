import { paths } from '../contract/paths.ts'
import type { IconName } from '../ui/Icon.tsx'
import { navMessages } from './menu.messages.ts'

export type NavigationItem = { label: string; to: string; icon: IconName }

type Facts = {
  userType: 'employee' | 'employer'
  employmentStatus: 'active' | 'inactive' | 'left'
  ccvOnly?: boolean
  faqs: Published
}

/** Content that was written, in each form that CHROME-13 names; an entry that does not say whether it is live is. */
type Published = readonly Entry[] | Readonly<Record<string, Entry>>
type Entry = { live?: boolean; reference?: string }

/** What a person may go to from anywhere (CHROME-10 to CHROME-15). */
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

/** On a phone Profile Settings stands in the place of Dashboard (CHROME-22). */
export function mobileNavigation(items: readonly NavigationItem[]): NavigationItem[] {
  return items.map((item) =>
    item.to === paths.dashboard() ? { label: navMessages.profile, to: paths.profile(), icon: 'user' } : item,
  )
}

/** Where the person is: the item whose path begins the address; Home is exact, as its profile page has an entry of its own. */
export function isCurrent(item: NavigationItem, pathname: string): boolean {
  const here = pathname.endsWith('/') ? pathname : `${pathname}/`
  return item.to === paths.home() ? here === item.to : here.startsWith(item.to)
}
