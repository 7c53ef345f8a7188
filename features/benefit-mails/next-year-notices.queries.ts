import { sql } from 'kysely'
import { type IsoDate, showDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { loadSchemesOf, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import {
  visibleBenefits,
  nextScheme,
  schemeWindow,
  benefitStatusOf,
} from '../../services/my-benefits/benefit-status.server.ts'
import { isActiveStatus } from '../../domain/eligibility/eligibility.rules.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'
import { nextYearForecastsOf } from '../../services/benefits/next-year.server.ts'
import type { NextYearForecast } from '../../services/benefits/next-year-outlook.rules.ts'
import { renewalLists, type RenewalLine } from './renewal-lines.rules.ts'
import { openingsOf, type PersonWindow, windowsOf } from '../../domain/windows/windows.rules.ts'
import { renewalLines as say, type RenewalLists } from './renewal-mail.messages.ts'
import { isReminderDue } from './windows-closing.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export type NextYearNotice = RenewalLists & {
  personId: PersonId
  from: IsoDate
  added: string
  closesOn: IsoDate
  windows: string
  reminders: ClosingNotice[]
}

type ClosingNotice = Pick<RenewalLists, 'ends' | 'asks'> & { closesOn: IsoDate; unfinished: string }

/** Returns a notice for each employed person with an enabled account. On reminder days, people get the notice again. */
export async function nextYearNotices(
  tx: Tx,
  clientId: ClientId,
  { people: among, open, today }: { people: readonly PersonId[]; open: NextYearOpen; today: IsoDate },
): Promise<NextYearNotice[]> {
  const people = await tx
    .selectFrom('account')
    .select('person_id as personId')
    .where('client_id', '=', clientId)
    .where(isOneOf(among))
    .where('state', '<>', 'disabled')
    .$if(!open.reminds, (query) =>
      query.where(
        sql<boolean>`not exists (
          select
          from notice_sent
          where notice_sent.client_id = ${clientId}
            and notice_sent.person_id = account.person_id
            and about = ${yearOpenedNotice(open.from)}
        )`,
      ),
    )
    .orderBy('person_id')
    .execute()
  const schemes = await loadSchemesOf(tx, clientId, { people: people.map(({ personId }) => personId), today })
  return schemes.flatMap((scheme) => noticeFor(scheme) ?? [])
}

function noticeFor(scheme: PersonScheme): NextYearNotice | undefined {
  const next = nextScheme(scheme)
  if (!next || !isActiveStatus(scheme.employment.status)) return undefined
  const { today } = scheme
  const from = next.year.from
  const gone = firstDayAfterLeaving(scheme.facts)
  if (gone !== null && gone <= from) return undefined
  const all = ownWindows(scheme, next)
  const windows = all.filter(({ window }) => today <= window.closesOn)
  const [first] = windows
  if (!first || windows.every(({ window }) => today < window.opensOn)) return undefined
  const outlooks = nextYearForecastsOf(scheme)
  const added = visibleBenefits(scheme).filter(({ id }) => !scheme.benefits.some((one) => one.id === id))
  return {
    personId: scheme.person.personId,
    from,
    ...renewalLists(outlooks.map(lineOf), from),
    added: namesOf(added.filter((benefit) => benefitStatusOf(scheme, benefit).choosing.allowed)),
    closesOn: first.window.closesOn,
    windows: windows.length === 1 && first.window.benefits === 'all' ? '' : windows.map(choiceText).join('\n'),
    reminders: remindersFor(scheme, { windows: all, outlooks, from }),
  }
}

type OwnWindow = { window: PersonWindow; benefits: PersonScheme['benefits'] }

function ownWindows(scheme: PersonScheme, next: PersonScheme): OwnWindow[] {
  const { today } = scheme
  return windowsOf(next.windows.map(schemeWindow), { joinedOn: today, today })
    .map((window) => ({ window, benefits: next.benefits.filter((benefit) => isFor(window, benefit)) }))
    .filter(({ benefits }) => benefits.length > 0)
    .toSorted((a, b) => compareDates(a.window, b.window))

  function isFor(window: PersonWindow, benefit: PersonScheme['benefits'][number]): boolean {
    if (openingsOf(benefit.definition, [window]).windows.length === 0) return false
    const { choosing, position } = benefitStatusOf(scheme, benefit)
    return position.running || choosing.allowed || choosing.cause === 'window'
  }
}

function compareDates(a: PersonWindow, b: PersonWindow): number {
  return `${a.closesOn} ${a.opensOn}` < `${b.closesOn} ${b.opensOn}` ? -1 : 1
}

function choiceText({ window, benefits }: OwnWindow): string {
  const { opensOn, closesOn } = window
  const names = window.benefits === 'all' ? say.allBenefits : namesOf(benefits)
  return say.window(names, showDate(opensOn), showDate(closesOn))
}

function remindersFor(
  scheme: PersonScheme,
  { windows, outlooks, from }: { windows: readonly OwnWindow[]; outlooks: readonly NextYearForecast[]; from: IsoDate },
): ClosingNotice[] {
  const lastClosing = windows.at(-1)?.window.closesOn
  const closingOf = (benefitId: BenefitId) =>
    windows.findLast(({ benefits }) => benefits.some(({ id }) => id === benefitId))?.window.closesOn ?? lastClosing
  const due = windows.filter(({ window }) => isReminderDue(window, scheme.today))
  return [...new Set(due.map(({ window }) => window.closesOn))].flatMap((closesOn) => {
    const drafts = scheme.benefits.filter(
      ({ id }) => scheme.selections.get(id)?.state === 'draft' && closingOf(id) === closesOn,
    )
    const own = outlooks.filter(({ benefitId }) => closingOf(benefitId) === closesOn)
    // `left` means that the employee has opted out, so no reminder is needed.
    const loses = own.some((one) => one.kind === 'asked' || (one.kind === 'ends' && one.because !== 'left'))
    if (!loses && drafts.length === 0) return []
    const { ends, asks } = renewalLists(own.map(lineOf), from)
    return [{ closesOn, ends, asks, unfinished: namesOf(drafts) }]
  })
}

function namesOf(benefits: PersonScheme['benefits']): string {
  return benefits.map(({ definition }) => definition.name).join(', ')
}

function lineOf(outlook: NextYearForecast): RenewalLine {
  const pence = (price: NextYearForecast['priceNow']) => price && BigInt(price.employeeMonthly)
  const { name } = outlook
  const perMonthNow = pence(outlook.priceNow)
  switch (outlook.kind) {
    case 'chosen':
    case 'continues':
      return { name, perMonthNow, kind: outlook.kind, perMonthThen: pence(outlook.priceThen), capped: outlook.capped }
    case 'asked':
      return {
        name,
        perMonthNow,
        kind: 'asked',
        because: outlook.because,
        lastDay: outlook.lastDay,
        keepsEmployersPart: outlook.priceThen !== null,
      }
    case 'ends':
      return { name, perMonthNow, kind: 'ends', because: outlook.because, lastDay: outlook.lastDay }
    case 'not-priced':
    case 'unchanged':
      return { name, perMonthNow, kind: outlook.kind }
  }
}

export type NextYearOpen = {
  from: IsoDate
  reminds: boolean
}

export async function nextYearOpen(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<NextYearOpen | undefined> {
  const rows = await tx
    .selectFrom('enrolment_window as w')
    .innerJoin('scheme_year as own', (join) =>
      join.onRef('own.client_id', '=', 'w.client_id').onRef('own.id', '=', 'w.scheme_year_id'),
    )
    .innerJoin('scheme_year as next', 'next.client_id', 'w.client_id')
    .select(['w.cause', 'w.opens_on as opensOn', 'w.closes_on as closesOn', 'w.rules'])
    .select(['own.year as ownYear', 'next.year', 'next.starts_on as from'])
    .where('w.client_id', '=', clientId)
    .where('w.person_id', 'is', null)
    .where('w.opens_on', '<=', today)
    .where('w.closes_on', '>=', today)
    .where('next.starts_on', '>', today)
    .orderBy('next.starts_on')
    .execute()
  // `rules` was validated when the scheme folder was applied.
  const windows = rows.map((row) => ({ ...row, rules: row.rules as { for?: number; remindDays?: number } }))
  const open = windows.filter(({ rules, ownYear, year }) => (rules.for ?? ownYear) === year)
  const annual = open.find(({ cause }) => cause === 'annual')
  const reminds = open.some(
    ({ opensOn, closesOn, rules: { remindDays } }) =>
      opensOn &&
      closesOn &&
      isReminderDue({ opensOn, closesOn, ...(remindDays !== undefined && { remindDays }) }, today),
  )
  return annual && { from: annual.from, reminds }
}

export function yearOpenedNotice(from: IsoDate): string {
  return `window for ${from} opened`
}
