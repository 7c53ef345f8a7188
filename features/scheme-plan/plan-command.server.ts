import { londonDate, showDate } from '../../contract/dates.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { planMessages as say } from './plan.messages.ts'
import type { PlanResult } from './plan.server.ts'
import { planFormat } from './plan-format.ts'
import { hasEffect, showPlan } from './show-plan.server.ts'

/** Exit code 0 for a plan, 1 for a fault. With `--exit-code`, 2 for a plan with changes. */
export function planCommandOutput(
  planned: PlanResult,
  { json, exitCode }: { json: boolean; exitCode: boolean },
): { code: 0 | 1 | 2; text: string } {
  if ('faults' in planned) return { code: 1, text: planned.faults.map(showFault).join('\n') }
  if ('past' in planned) return { code: 1, text: say.past(showDate(planned.past)) }
  const { plan, unfinishedSince } = planned
  const notes = unfinishedSince === undefined ? [] : [say.unfinished(showDate(londonDate(new Date(unfinishedSince))))]
  return {
    code: exitCode && (plan.changes || hasEffect(plan)) ? 2 : 0,
    text: json ? JSON.stringify(planFormat.parse(plan), null, 2) : [...notes, showPlan(plan)].join('\n\n'),
  }
}
