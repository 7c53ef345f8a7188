import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { PersonScheme } from '../my-benefits/person-scheme.server.ts'
import {
  type BenefitStatus,
  chosenForNextYear,
  nextScheme,
  priceWith,
  visibleSelection,
  statusOnDay,
  benefitStatusInYear,
} from '../my-benefits/benefit-status.server.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'
import { coverInForceOn } from '../my-benefits/cover-in-force.server.ts'
import type { SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { storedPrice } from '../my-benefits/price-view.server.ts'
import type { NextYearForecast } from './next-year-outlook.rules.ts'
import { increaseDays, isIncreaseAccepted } from '../../domain/selections/yearly-increase.rules.ts'
import { isMinimumRaised } from '../../domain/selections/renewal.rules.ts'
import { newYearEffect, type NewYearEffect } from '../../domain/selections/new-scheme-year.rules.ts'
import { benefitTerms } from './benefit-terms.server.ts'

/** Returns the outlook for next year. Undefined if its folder is not applied, there is no cover, or employment ends first. */
export function nextYearForecastOf(seen: PersonScheme, benefitId: BenefitId): NextYearForecast | undefined {
  const scheme = seen.before ? { ...seen.before, selections: seen.selections } : seen
  const next = nextScheme(scheme)
  const selection = visibleSelection(scheme.selections.get(benefitId))
  if (!next || !selection) return undefined
  const { from } = next.year
  const dayAfterLeaving = firstDayAfterLeaving(scheme.facts)
  if (dayAfterLeaving !== null && dayAfterLeaving <= from) return undefined
  const current = coverInForceOn(scheme, selection, addDays(from, -1))?.version
  const before = scheme.benefits.find(({ id }) => id === benefitId)
  if (!current || !before) return undefined
  const after = next.benefits.find(({ id }) => id === benefitId)
  const name = (after ?? before).definition.name
  const about = { benefitId, code: before.code, name, from, priceNow: current.price }
  const nextVersion = coverInForceOn(scheme, selection, from)?.version
  if (!nextVersion) return { ...about, kind: 'ends', lastDay: addDays(from, -1), because: 'left' }
  if (nextVersion.schemeYearId === next.year.id)
    return { ...about, kind: 'chosen', choice: nextVersion.choice, priceThen: nextVersion.price, capped: false }
  return { ...about, ...withEffect(newYearFor({ next, before, after, held: current })) }
}

export function nextYearForecastsOf(scheme: PersonScheme): NextYearForecast[] {
  return scheme.benefits.flatMap(({ id }) => nextYearForecastOf(scheme, id) ?? [])
}

type Continuing = {
  next: PersonScheme
  before: PersonScheme['benefits'][number]
  after: PersonScheme['benefits'][number] | undefined
  held: Pick<SelectionVersion, 'choice' | 'price'>
}

function newYearFor({ next, before, after, held: current }: Continuing): { turn: NewYearEffect; payPeriods: number } {
  const benefitStatus = statusOnDay(benefitStatusInYear(next, after ?? before), next.year.from)
  const effect = newYearEffect({
    before: before.definition,
    after,
    from: next.year.from,
    held: current,
    facts: benefitStatus.facts,
    termsAccepted: benefitTerms(benefitStatus).every(({ accepted }) => accepted),
    price: (choice) => priceWith(benefitStatus, { choice }),
  })
  return { turn: effect, payPeriods: benefitStatus.facts.payPeriods }
}

export function priceInNextYear(
  benefitStatus: Pick<BenefitStatus, 'scheme' | 'benefit' | 'selection'>,
  { effectiveFrom, ...held }: { effectiveFrom: IsoDate; choice: Choice; price: StoredPrice },
): StoredPrice | 'ends' | 'unknown' {
  const { scheme, benefit, selection } = benefitStatus
  const next = nextScheme(scheme)
  if (!next) return 'unknown'
  if (chosenForNextYear({ scheme, selection, effectiveFrom })) return selection?.running?.price ?? 'unknown'
  const after = next.benefits.find(({ id }) => id === benefit.id)
  const { turn, payPeriods } = newYearFor({ next, before: benefit, after, held })
  // The renewal also applies an increase that falls on the year's first day.
  const [increase] = after
    ? increaseDays(after.definition, { from: addDays(next.year.from, -1), to: next.year.from })
    : []
  if (increase?.options.some((option) => isIncreaseAccepted(option, held.choice))) return 'unknown'
  switch (turn.kind) {
    case 'continues':
      return storedPrice(turn.price, payPeriods)
    case 'asked':
      return turn.keeps ? storedPrice(turn.keeps.price, payPeriods) : 'ends'
    case 'unchanged':
      return held.price
    case 'ends':
      return 'ends'
    case 'not-priced':
      return 'unknown'
  }
}

type OutlookOfEffect = NextYearForecast extends infer One
  ? One extends NextYearForecast
    ? Omit<One, 'benefitId' | 'code' | 'name' | 'from' | 'priceNow'>
    : never
  : never

function withEffect({ turn: effect, payPeriods }: { turn: NewYearEffect; payPeriods: number }): OutlookOfEffect {
  switch (effect.kind) {
    case 'continues':
      return {
        kind: 'continues',
        choice: effect.choice,
        priceThen: storedPrice(effect.price, payPeriods),
        capped: effect.capped.some((one) => !isMinimumRaised(one)),
      }
    case 'asked':
      return {
        kind: 'asked',
        because: effect.because,
        lastDay: effect.lastDay,
        priceThen: effect.keeps ? storedPrice(effect.keeps.price, payPeriods) : null,
        choice: effect.keeps?.choice ?? null,
      }
    case 'ends':
      return { kind: 'ends', lastDay: effect.lastDay, because: effect.because }
    case 'not-priced':
    case 'unchanged':
      return { kind: effect.kind }
  }
}

export function inForceToday(
  scheme: PersonScheme,
  selection: SelectionWithVersions,
): { version: SelectionVersion; until: IsoDate } | undefined {
  const { running } = selection
  if (running && (running.effectiveFrom ?? scheme.today) <= scheme.today) return undefined
  const segment = coverInForceOn(scheme, selection, scheme.today)
  return segment?.until && segment.version.version !== running?.version
    ? { version: segment.version, until: addDays(segment.until, -1) }
    : undefined
}
