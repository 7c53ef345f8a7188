import { sql } from 'kysely'
import type { DataCheck } from '../../platform/check-data.queries.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import { inForceAfter, selectionTransitions } from '../../services/recalculation/selection-states.rules.ts'

const after = Map.groupBy(selectionTransitions, ({ action }) => action)

function actionsThat(runs: ReturnType<typeof inForceAfter>): string[] {
  return [...after].flatMap(([action, steps]) =>
    steps.every(({ effect }) => inForceAfter(effect) === runs) ? [action] : [],
  )
}

const starts = sql`(action = any(${actionsThat('this')}::text[]) or action = ${importedAction} and state = 'active')`
const stops = sql`(action = any(${actionsThat('nothing')}::text[]) or action = ${importedAction} and state <> 'active')`
const movesStart = sql`action = ${'move-start'}`

export const selectionCheck: DataCheck = {
  table: 'selection',
  key: 'id',
  stored: (clientId) => sql`
    select id, state, version, version_in_force, changed_at from selection where client_id = ${clientId}`,
  derived: (clientId) => sql`
    select distinct on (selection_id)
      selection_id as id,
      state,
      version,
      -- Only a version that is in force can get another start.
      case when last_start > coalesce(last_stop, 0) then greatest(last_start, last_move) end as version_in_force,
      recorded_at as changed_at
    from (
      select
        *,
        max(version) filter (where ${starts}) over of_selection as last_start,
        max(version) filter (where ${stops}) over of_selection as last_stop,
        max(version) filter (where ${movesStart}) over of_selection as last_move
      from selection_version
      where client_id = ${clientId}
      window of_selection as (partition by selection_id)
    ) as version
    order by selection_id, version desc`,
  repair: null,
}
