import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { MyScheme } from '../my-benefits/my-scheme.server.ts'
import {
  nextScheme,
  priceWith,
  visibleSelection,
  statusFrom,
  benefitStatusInYear,
} from '../my-benefits/benefit-status.server.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'
import { coverInForceOn } from '../my-benefits/cover-in-force.server.ts'
import type { SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { storedPrice } from '../my-benefits/price-view.server.ts'
import type { Outlook } from './outlook.rules.ts'
import { isRaised } from '../../domain/selections/renewal.rules.ts'
import { newYearEffect, type NewYearEffect } from '../../domain/selections/new-scheme-year.rules.ts'
import { termsOf } from './benefit-terms.server.ts'

/** Next year's outlook for a benefit held. Undefined before the folder, without cover, or if employment ends first. */
export function outlookOf(seen: MyScheme, benefitId: BenefitId): Outlook | undefined {
  const scheme = seen.before ? { ...seen.before, selections: seen.selections } : seen
  const next = nextScheme(scheme)
  const selection = visibleSelection(scheme.selections.get(benefitId))
  if (!next || !selection) return undefined
  const { from } = next.year
  const gone = firstDayAfterLeaving(scheme.facts)
  if (gone !== null && gone <= from) return undefined
  const held = coverInForceOn(scheme, selection, addDays(from, -1))?.version
  const before = scheme.benefits.find(({ id }) => id === benefitId)
  if (!held || !before) return undefined
  const after = next.benefits.find(({ id }) => id === benefitId)
  const name = (after ?? before).definition.name
  const about = { benefitId, code: before.code, name, from, priceNow: held.price }
  const then = coverInForceOn(scheme, selection, from)?.version
  if (!then) return { ...about, kind: 'ends', lastDay: addDays(from, -1), because: 'left' }
  if (then.schemeYearId === next.year.id)
    return { ...about, kind: 'chosen', choice: then.choice, priceThen: then.price, capped: false }
  return { ...about, ...withTurn(turnFor({ next, before, after, held })) }
}

export function outlooksOf(scheme: MyScheme): Outlook[] {
  return scheme.benefits.flatMap(({ id }) => outlookOf(scheme, id) ?? [])
}

type Continuing = {
  next: MyScheme
  before: MyScheme['benefits'][number]
  after: MyScheme['benefits'][number] | undefined
  held: SelectionVersion
}

function turnFor({ next, before, after, held }: Continuing): { turn: NewYearEffect; payPeriods: number } {
  const benefitStatus = statusFrom(benefitStatusInYear(next, after ?? before), next.year.from)
  const turn = newYearEffect({
    before: before.definition,
    after,
    from: next.year.from,
    held,
    facts: benefitStatus.facts,
    termsAccepted: termsOf(benefitStatus).every(({ accepted }) => accepted),
    price: (choice) => priceWith(benefitStatus, { choice }),
  })
  return { turn, payPeriods: benefitStatus.facts.payPeriods }
}

type OfTurn = Outlook extends infer One
  ? One extends Outlook
    ? Omit<One, 'benefitId' | 'code' | 'name' | 'from' | 'priceNow'>
    : never
  : never

function withTurn({ turn, payPeriods }: { turn: NewYearEffect; payPeriods: number }): OfTurn {
  switch (turn.kind) {
    case 'continues':
      return {
        kind: 'continues',
        choice: turn.choice,
        priceThen: storedPrice(turn.price, payPeriods),
        capped: turn.capped.some((one) => !isRaised(one)),
      }
    case 'asked':
      return {
        kind: 'asked',
        because: turn.because,
        lastDay: turn.lastDay,
        priceThen: turn.keeps ? storedPrice(turn.keeps.price, payPeriods) : null,
        choice: turn.keeps?.choice ?? null,
      }
    case 'ends':
      return { kind: 'ends', lastDay: turn.lastDay, because: turn.because }
    case 'not-priced':
    case 'unchanged':
      return { kind: turn.kind }
  }
}

export function inForceToday(
  scheme: MyScheme,
  selection: SelectionWithVersions,
): { version: SelectionVersion; until: IsoDate } | undefined {
  const { running } = selection
  if (!running?.effectiveFrom || running.effectiveFrom <= scheme.today) return undefined
  const segment = coverInForceOn(scheme, selection, scheme.today)
  return segment?.until && segment.version.version !== running.version
    ? { version: segment.version, until: addDays(segment.until, -1) }
    : undefined
}
