import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { panels, type PanelName } from '../../contract/panels.ts'

/** Who opens the screen: a signed-out visitor, an employee or an employer. */
export type Who = 'nobody' | 'employee' | 'employer'
export type Screen = {
  name: string
  who: Who
  path: string
  /** Steps after loading, if the address alone does not show the screen. */
  press?: (page: Page) => Promise<void>
}

/** Values for the parameters of addresses. Each list has one entry for each state worth a picture. */
export type Filling = Readonly<
  Record<
    'ofState' | 'toChoose' | 'chosen' | 'statement' | 'withQuestions' | 'pending' | 'takenUp' | 'employee',
    readonly Named[]
  >
>
export type Named = { id: string; name: string }

/** Every screen and panel, from the portal's lists of routes and panels, with up to `most` values of a parameter. */
export function screensOf(filling: Filling, most = Infinity): Screen[] {
  return [
    ...routes().flatMap((route) => filled(route, filling).slice(0, most)),
    ...panelNames.flatMap((name) => opened(name, filling)),
    ...behindTabs,
  ]
}

const behindTabs: readonly Screen[] = [
  {
    name: 'employee-data-two-factor-list',
    who: 'employer',
    path: '/app/employee-data',
    press: (page) => page.getByRole('tab', { name: 'Two-factor authentication' }).click(),
  },
]

type Route = { path: string; who: Who }

/** Routes with their access, read from web/routes.tsx, which has one route a line. */
export function routes(): Route[] {
  const source = readFileSync(join(import.meta.dirname, '../../web/routes.tsx'), 'utf8')
  const lines = source.matchAll(/^ {2}\{ path: '([^']+)', access: '(out|in|employer)'/gm)
  return Array.from(lines, ([, path = '', access = '']) => ({ path, who: whoOf[access] ?? 'nobody' }))
}

const whoOf: Readonly<Record<string, Who>> = { out: 'nobody', in: 'employee', employer: 'employer' }

function filled({ path, who }: Route, filling: Filling): Screen[] {
  // Unknown addresses under `/app/` show the not-found page; `/app/` itself leads to Home.
  if (path === '/app/$') return [{ name: 'not-found', who, path: '/app/nothing-here/' }]
  if (path === '/app/') return [{ name: 'default', who, path }]
  const plain = path.replace(/\/\$$/, '')
  const name =
    plain
      .replace(/^\/(app\/)?/, '')
      .replaceAll(/\/\$\w+/g, '-one')
      .replaceAll('/', '-') || 'login'
  const [part] = /\$\w+/.exec(plain) ?? []
  if (!part) return [{ name, who, path: plain }]
  return fillingOf(plain, filling).map((of) => ({ name: `${name}-${of.name}`, who, path: plain.replace(part, of.id) }))
}

function fillingOf(path: string, filling: Filling): readonly Named[] {
  if (path.endsWith('/manage')) return filling.chosen
  if (path.endsWith('/setup')) return filling.toChoose
  if (path.startsWith('/app/dashboard/benefit-takeup')) return filling.takenUp
  return path.startsWith('/app/dashboard') ? filling.pending : filling.ofState
}

// The list of panels is an object with exactly these keys.
const panelNames = Object.keys(panels) as PanelName[]

function opened(name: PanelName, filling: Filling): Screen[] {
  const { who, over } = places[name]
  const path = over.includes('{benefitId}') ? over.replace('{benefitId}', firstId(filling.chosen)) : over
  const query = new URLSearchParams({ panel: name })
  for (const parameter of panels[name].filter((one) => !ofWhatIsThere.has(one)))
    query.set(parameter, parameterOf(parameter, name, filling))
  return [{ name: `panel-${name}`, who, path: `${path}?${query.toString()}` }]
}

/** Optional parameters. Without them a panel creates a new item or shows everything, which is what most people see. */
const ofWhatIsThere = new Set<string>(['familyMemberId', 'eventId', 'year', 'month', 'provider'])

function parameterOf(parameter: string, panel: PanelName, filling: Filling): string {
  if (parameter === 'employeeId') return firstId(filling.employee)
  if (parameter === 'groupId') return firstId(filling.statement)
  if (parameter !== 'benefitId') return 'none'
  if (panel === 'medical-questions' && filling.withQuestions.length > 0) return firstId(filling.withQuestions)
  if (panel === 'view-benefit-takeup-detail') return firstId(filling.takenUp)
  return firstId(panel === 'view-approvals-data' ? filling.pending : filling.chosen)
}

const firstId = ([first]: readonly Named[]): string => first?.id ?? 'none'

/** User and underlying screen of each panel (Annex C). */
const places: Record<PanelName, { who: Who; over: string }> = {
  statement: { who: 'employee', over: '/app/my-benefits/{benefitId}' },
  'add-family-member': { who: 'employee', over: '/app/home/my-profile' },
  terms: { who: 'employee', over: '/app/home' },
  'benefit-terms': { who: 'employee', over: '/app/my-benefits/{benefitId}' },
  'make-a-claim': { who: 'employee', over: '/app/my-benefits/{benefitId}' },
  'change-password': { who: 'employee', over: '/app/home/my-profile' },
  // My benefits also has this panel, but a failing benefits list ends the session there.
  'add-life-event': { who: 'employee', over: '/app/home/my-profile' },
  'opt-out': { who: 'employee', over: '/app/my-benefits/{benefitId}/manage' },
  'upload-data': { who: 'employer', over: '/app/dashboard' },
  'payroll-report': { who: 'employer', over: '/app/reporting' },
  'provider-report': { who: 'employer', over: '/app/reporting' },
  'lifeevent-report': { who: 'employer', over: '/app/reporting' },
  'medical-questions': { who: 'employee', over: '/app/my-benefits/{benefitId}' },
  'view-employee-data': { who: 'employer', over: '/app/employee-data' },
  'view-benefit-takeup-detail': { who: 'employer', over: '/app/dashboard/benefit-takeup' },
  'view-approvals-data': { who: 'employer', over: '/app/dashboard/approve-selections' },
  'two-fa-qr': { who: 'employee', over: '/app/home/my-profile' },
  'two-fa-disable': { who: 'employee', over: '/app/home/my-profile' },
  'two-fa-code': { who: 'employee', over: '/app/home/my-profile' },
}
