import { type IsoDate, showDate } from '../../contract/dates.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { chosenForNextYear, type StatusForChoosing } from '../../services/my-benefits/benefit-status.server.ts'
import type { FirstDayView } from '../../domain/selections/benefits.contract.ts'
import { needsEvidence } from '../../services/my-benefits/needs-evidence.rules.ts'
import { arrearsOf } from './arrears.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { firstOfNextMonth } from '../../domain/windows/effective-date.rules.ts'
import type { AllowedDay, EarlierPart } from '../../domain/windows/first-day.rules.ts'
import { firstDayMessages as say } from '../../services/my-benefits/first-day.messages.ts'

export function firstDayView(
  benefitStatus: StatusForChoosing,
  { price, earlier }: { price: StoredPrice; earlier: readonly EarlierPart[] },
): FirstDayView {
  const { firstDays, effectiveFrom: day } = benefitStatus
  const arrears = arrearsOf(benefitStatus, price)
  return {
    day,
    why: besideNextYear(
      benefitStatus,
      price,
      firstDayReason(
        benefitStatus,
        firstDays?.days.find((one) => one.day === day) ?? { day, brought: peopleBroughtTo(benefitStatus, day) },
      ),
    ),
    others: (firstDays?.days ?? [])
      .filter((one) => one.day !== day && !earlier.some((part) => part.day === one.day))
      .map((one) => ({ day: one.day, why: firstDayReason(benefitStatus, one) })),
    arrears: arrears === 0n ? null : poundsFromPence(arrears),
    earlier: earlier.map(({ day: from, brought }) => ({
      day: from,
      people: namesOf(benefitStatus, brought),
      why: firstDayReason(benefitStatus, { day: from, brought }),
    })),
  }
}

/** Adds to `why` whether next year's choice is kept. A new choice that needs approval or evidence replaces it. */
function besideNextYear(benefitStatus: StatusForChoosing, price: StoredPrice, why: string): string {
  const ahead = chosenForNextYear(benefitStatus)
  if (!ahead) return why
  const stays = benefitStatus.benefit.definition.approval === 'automatic' && !needsEvidence(price)
  return (stays ? say.keepsNextYear : say.replacesNextYear)(why, showDate(ahead.from))
}

function peopleBroughtTo({ firstDays }: StatusForChoosing, day: IsoDate): readonly string[] {
  return firstDays?.lastBrought?.day === day ? firstDays.lastBrought.people : []
}

function firstDayReason(
  benefitStatus: StatusForChoosing,
  { day, brought }: Pick<AllowedDay, 'day' | 'brought'>,
): string {
  const { today, family, facts } = benefitStatus.scheme
  const from = showDate(day)
  const members = family.filter(({ id }) => brought.includes(id))
  if (members.length > 0) {
    const people = listNames(members.map(({ firstName }) => firstName))
    if (!members.every(({ dateOfBirth }) => dateOfBirth === day)) return say.joinedFamily(from, people)
    return members.length === 1 ? say.born(from, people) : say.bornTogether(from, people)
  }
  if (day === today) return say.today(from)
  if (benefitStatus.openings.some(({ eventDate }) => eventDate === day)) return say.event(from)
  if (facts.some(({ fact, value }) => fact === 'start-date' && value === day)) return say.joining(from)
  return day === firstOfNextMonth(today) ? say.nextMonth(from) : say.later(from)
}

function namesOf({ scheme }: StatusForChoosing, ids: readonly string[]): string[] {
  return scheme.family.filter(({ id }) => ids.includes(id)).map(({ firstName }) => firstName)
}

function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : say.and(names.slice(0, -1).join(', '), last)
}
