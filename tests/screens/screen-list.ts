import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { panels, type PanelName } from '../../contract/panels.ts'

export type Who = 'nobody' | 'employee' | 'employer'
export type Screen = {
  name: string
  who: Who
  path: string
  /** Steps that open the screen, if its address alone does not. */
  press?: (page: Page) => Promise<void>
}

/** Values of the parameters in addresses, one for each state to show. */
export type AddressValues = Readonly<
  Record<
    'ofState' | 'toChoose' | 'chosen' | 'statement' | 'withQuestions' | 'pending' | 'takenUp' | 'employee',
    readonly Named[]
  >
>
export type Named = { id: string; name: string }

/** Returns every screen and panel, with up to `most` values of each parameter. */
export function screensOf(values: AddressValues, most = Infinity): Screen[] {
  return [
    ...routes().flatMap((route) => filled(route, values).slice(0, most)),
    ...panelNames.flatMap((name) => opened(name, values)),
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

export function routes(): Route[] {
  const source = readFileSync(join(import.meta.dirname, '../../web/routes.tsx'), 'utf8')
  const lines = source.matchAll(/^ {2}\{ path: '([^']+)', access: '(out|in|employer)'/gm)
  return Array.from(lines, ([, path = '', access = '']) => ({ path, who: whoOf[access] ?? 'nobody' }))
}

const whoOf: Readonly<Record<string, Who>> = { out: 'nobody', in: 'employee', employer: 'employer' }

function filled({ path, who }: Route, values: AddressValues): Screen[] {
  // Other addresses under `/app/` show the not-found page. `/app/` itself leads to Home.
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
  return addressValuesOf(plain, values).map((of) => ({
    name: `${name}-${of.name}`,
    who,
    path: plain.replace(part, of.id),
  }))
}

function addressValuesOf(path: string, values: AddressValues): readonly Named[] {
  if (path.endsWith('/manage')) return values.chosen
  if (path.endsWith('/setup')) return values.toChoose
  if (path.startsWith('/app/dashboard/benefit-takeup')) return values.takenUp
  return path.startsWith('/app/dashboard') ? values.pending : values.ofState
}

const panelNames = Object.keys(panels) as PanelName[]

function opened(name: PanelName, values: AddressValues): Screen[] {
  const { who, over } = places[name]
  const path = over.includes('{benefitId}') ? over.replace('{benefitId}', firstId(values.chosen)) : over
  const query = new URLSearchParams({ panel: name })
  for (const parameter of panels[name].filter((one) => !optionalParameters.has(one)))
    query.set(parameter, parameterOf(parameter, name, values))
  return [{ name: `panel-${name}`, who, path: `${path}?${query.toString()}` }]
}

/** Without these parameters, the panel creates a new item or shows everything. */
const optionalParameters = new Set<string>(['familyMemberId', 'eventId', 'year', 'month', 'provider'])

function parameterOf(parameter: string, panel: PanelName, values: AddressValues): string {
  if (parameter === 'employeeId') return firstId(values.employee)
  if (parameter === 'groupId') return firstId(values.statement)
  if (parameter !== 'benefitId') return 'none'
  if (panel === 'medical-questions' && values.withQuestions.length > 0) return firstId(values.withQuestions)
  if (panel === 'view-benefit-takeup-detail') return firstId(values.takenUp)
  return firstId(panel === 'view-approvals-data' ? values.pending : values.chosen)
}

const firstId = ([first]: readonly Named[]): string => first?.id ?? 'none'

/** The user of each panel, and the screen behind it (Annex C). */
const places: Record<PanelName, { who: Who; over: string }> = {
  statement: { who: 'employee', over: '/app/my-benefits/{benefitId}' },
  'add-family-member': { who: 'employee', over: '/app/home/my-profile' },
  terms: { who: 'employee', over: '/app/home' },
  'benefit-terms': { who: 'employee', over: '/app/my-benefits/{benefitId}' },
  'make-a-claim': { who: 'employee', over: '/app/my-benefits/{benefitId}' },
  'change-password': { who: 'employee', over: '/app/home/my-profile' },
  // Not My benefits, which also opens this panel: it logs out if its list of benefits fails to load.
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
