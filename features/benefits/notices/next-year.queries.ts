import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { loadMyScheme, type MyScheme } from '../actions/my-scheme.server.ts'
import { benefitsShown, nextScheme, standingOf } from '../actions/standing.server.ts'
import { isActive } from '../eligibility/eligibility.rules.ts'
import { goneFrom } from '../following/leaving.rules.ts'
import { outlooksOf } from '../renewal/next-year.server.ts'
import type { Outlook } from '../renewal/outlook.rules.ts'
import { renewalLists, type RenewalLine } from './renewal-lines.rules.ts'
import type { RenewalLists } from './renewal-mail.messages.ts'

/** One person's notice about the next scheme year. */
export type NextYearNotice = RenewalLists & {
  personId: PersonId
  from: IsoDate
  /** Benefits that are new in the next year. */
  added: string
  /** Benefits that the person began to choose and has not confirmed. */
  unfinished: string
  loses: boolean
}

/** Returns the notice about the next scheme year for each current employee who may log in. */
export async function nextYearNotices(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<NextYearNotice[]> {
  const people = await tx
    .selectFrom('account')
    .select('person_id as personId')
    .where('client_id', '=', clientId)
    .where('state', '<>', 'disabled')
    .orderBy('person_id')
    .execute()
  const notices: NextYearNotice[] = []
  for (const { personId } of people) {
    const scheme = await loadMyScheme(tx, clientId, { personId, today })
    const notice = scheme && noticeFor(scheme)
    if (notice) notices.push(notice)
  }
  return notices
}

function noticeFor(scheme: MyScheme): NextYearNotice | undefined {
  const next = nextScheme(scheme)
  if (!next || !isActive(scheme.employment.status)) return undefined
  const from = next.year.from
  const gone = goneFrom(scheme.facts)
  if (gone !== null && gone <= from) return undefined
  const outlooks = outlooksOf(scheme)
  const added = benefitsShown(scheme).filter(({ id }) => !scheme.benefits.some((one) => one.id === id))
  const drafts = scheme.benefits.filter(({ id }) => scheme.selections.get(id)?.state === 'draft')
  const names = (benefits: MyScheme['benefits']) => benefits.map(({ definition }) => definition.name).join(', ')
  return {
    personId: scheme.person.personId,
    from,
    ...renewalLists(outlooks.map(lineOf), from),
    added: names(added.filter((benefit) => standingOf(scheme, benefit).choosing.allowed)),
    unfinished: names(drafts),
    // Leavers cannot act, so benefits that end with employment do not count.
    loses: outlooks.some((one) => one.kind === 'asked' || (one.kind === 'ends' && one.because !== 'left')),
  }
}

function lineOf(outlook: Outlook): RenewalLine {
  const pence = (price: Outlook['priceNow']) => price && BigInt(price.employeeMonthly)
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

/** The windows open today in which people choose for the next scheme year. */
export async function windowsForNextYear(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<{ from: IsoDate; opensOn: IsoDate; closesOn: IsoDate; remindDays?: number }[]> {
  const rows = await tx
    .selectFrom('enrolment_window as w')
    .innerJoin('scheme_year as own', (join) =>
      join.onRef('own.client_id', '=', 'w.client_id').onRef('own.id', '=', 'w.scheme_year_id'),
    )
    .innerJoin('scheme_year as next', 'next.client_id', 'w.client_id')
    .select(['next.year', 'own.year as ownYear', 'next.starts_on as from', 'w.rules'])
    .select(['w.opens_on as opensOn', 'w.closes_on as closesOn'])
    .where('w.client_id', '=', clientId)
    .where('w.cause', '=', 'annual')
    .where('w.person_id', 'is', null)
    .where('w.opens_on', '<=', today)
    .where('w.closes_on', '>=', today)
    .where('next.starts_on', '>', today)
    .orderBy('next.starts_on')
    .orderBy('w.code')
    .execute()
  return rows.flatMap(({ year, ownYear, from, opensOn, closesOn, ...row }) => {
    // Checked when the scheme is applied.
    const rules = row.rules as { for?: number; remindDays?: number }
    if ((rules.for ?? ownYear) !== year || !opensOn || !closesOn) return []
    const { remindDays } = rules
    return [{ from, opensOn, closesOn, ...(remindDays !== undefined && { remindDays }) }]
  })
}
