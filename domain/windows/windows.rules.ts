import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition, WindowCause } from '../definition/definition.ts'
import type { EffectiveRule } from './effective-date.rules.ts'
import { sameDayInYear } from '../pricing/age.ts'

export type SchemeWindow = {
  cause: WindowCause
  opensOn?: IsoDate
  closesOn?: IsoDate
  days?: number
  takesEffect: EffectiveRule
  benefits: 'all' | readonly string[]
  eventDate?: IsoDate
  memberId?: string
  remindDays?: number
}

/** A window for one person; its first and last day are included. A life event adds its date and the people that it names. */
export type PersonWindow = Omit<SchemeWindow, 'days'> & { opensOn: IsoDate; closesOn: IsoDate }

export type Opening = {
  cause: WindowCause
  takesEffect: EffectiveRule
  closesOn?: IsoDate
  eventDate?: IsoDate
  memberId?: string
}

export function windowsOf(
  windows: readonly SchemeWindow[],
  { joinedOn, today }: { joinedOn: IsoDate; today: IsoDate },
): PersonWindow[] {
  return windows.flatMap((window) => {
    const opensOn = opening(window, joinedOn, today)
    if (!opensOn) return []
    const closesOn =
      window.cause === 'joiner' || window.cause === 'anniversary'
        ? addDays(opensOn, (window.days ?? 1) - 1)
        : window.closesOn
    if (!closesOn) return []
    const { days: _days, ...rest } = window
    return [{ ...rest, opensOn, closesOn }]
  })
}

export type Openings = {
  always: WindowCause | null
  afterEvent: boolean
  windows: readonly PersonWindow[]
}

export function openingsOf(
  benefit: Pick<BenefitDefinition, 'changeIn' | 'code'>,
  windows: readonly PersonWindow[],
): Openings {
  const always = benefit.changeIn.find((cause) => cause === 'any-time' || cause === 'any-month') ?? null
  return { always, afterEvent: benefit.changeIn.includes('life-event'), windows: windowsFor(benefit, windows) }
}

export function isOpenOn({ always, windows }: Openings, day: IsoDate): boolean {
  return always !== null || windows.some((window) => holds(window, day))
}

export function longestOpenWindow({ windows }: Openings, today: IsoDate): PersonWindow | undefined {
  return windows.filter((window) => holds(window, today)).toSorted((a, b) => (a.closesOn < b.closesOn ? 1 : -1))[0]
}

export function nextOpening({ windows }: Openings, today: IsoDate): IsoDate | undefined {
  return windows
    .map((window) => window.opensOn)
    .filter((opensOn) => opensOn > today)
    .toSorted()[0]
}

export function openingsNow({ always, windows }: Openings, takesEffect: EffectiveRule, today: IsoDate): Opening[] {
  const open = windows
    .filter((window) => holds(window, today))
    .toSorted((a, b) => (a.closesOn < b.closesOn ? 1 : -1))
    .map(({ cause, closesOn, eventDate, memberId, ...window }) => ({
      cause,
      takesEffect: window.takesEffect,
      closesOn,
      ...(eventDate && { eventDate }),
      ...(memberId && { memberId }),
    }))
  return [...open, ...(always === null ? [] : [{ cause: always, takesEffect }])]
}

function holds({ opensOn, closesOn }: PersonWindow, day: IsoDate): boolean {
  return opensOn <= day && day <= closesOn
}

/** A window granted to one person opens every benefit it names, regardless of the benefit's `changeIn`. */
function windowsFor(
  { changeIn, code }: Pick<BenefitDefinition, 'changeIn' | 'code'>,
  windows: readonly PersonWindow[],
): PersonWindow[] {
  return windows.filter(
    (window) =>
      (window.cause === 'granted' || changeIn.includes(window.cause)) &&
      (window.benefits === 'all' || window.benefits.includes(code)),
  )
}

function opening({ cause, opensOn, days = 1 }: SchemeWindow, joinedOn: IsoDate, today: IsoDate): IsoDate | undefined {
  if (cause === 'joiner') return joinedOn
  if (cause !== 'anniversary') return opensOn
  const year = Number(today.slice(0, 4))
  const anniversaries = [year - 1, year, year + 1]
    .map((one) => sameDayInYear(joinedOn, one))
    .filter((date) => date > joinedOn)
  return anniversaries.find((date) => today <= addDays(date, days - 1))
}
