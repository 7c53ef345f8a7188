import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { PersonScheme } from './person-scheme.server.ts'
import { type CoverPeriod, coverPeriodOn } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'

export function coverInForceOn(
  { segments }: Pick<PersonScheme, 'segments'>,
  selection: SelectionWithVersions | undefined,
  day: IsoDate,
): CoverPeriod<SelectionVersion> | undefined {
  if (!selection) return undefined
  const stored = segments.get(selection)
  if (stored) return coverPeriodOn(stored, day)
  const { running } = selection
  return running?.effectiveFrom && running.effectiveFrom <= day
    ? { version: running, from: running.effectiveFrom }
    : undefined
}

export function selectionAsOf(
  scheme: Pick<PersonScheme, 'segments'>,
  selection: SelectionWithVersions,
  day: IsoDate,
): SelectionWithVersions {
  if (!scheme.segments.has(selection)) return selection
  return { ...selection, running: coverInForceOn(scheme, selection, day)?.version ?? null }
}

export function laterChanges(
  { segments, selections }: Pick<PersonScheme, 'segments' | 'selections'>,
  { after, but }: { after: IsoDate; but: BenefitId },
): IsoDate[] {
  const days = [...selections.values()].flatMap((selection) =>
    selection.benefitId === but ? [] : (segments.get(selection) ?? []).map(({ from }) => from),
  )
  return [...new Set(days)].filter((day) => day > after).toSorted()
}
