import type { IsoDate } from '../../contract/dates.ts'
import type { NewVersion, SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'

export type SelectionWithHistory = { selection: SelectionWithVersions; versions: readonly SelectionVersion[] }

export function applyVersion(
  { selection, versions }: SelectionWithHistory,
  next: NewVersion,
  recordedAt: IsoDate,
): SelectionWithHistory {
  const moved = selectionAfterVersion(selection, next, recordedAt)
  return { versions: [...versions, moved.newest], selection: moved }
}

export function selectionAfterVersion(
  selection: SelectionWithVersions,
  next: NewVersion,
  recordedAt: string,
): SelectionWithVersions {
  const { runs: inForce, ...content } = next
  const newest: SelectionVersion = {
    ...content,
    version: selection.version + 1,
    effectiveTo: next.effectiveTo ?? null,
    reason: next.reason ?? null,
    replaces: selection.version,
    recordedAt,
  }
  const running = { this: newest, 'as-before': selection.running, nothing: null }[inForce]
  return {
    ...selection,
    state: next.state,
    version: newest.version,
    versionInForce: running?.version ?? null,
    newest,
    running,
  }
}
