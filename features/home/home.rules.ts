import { paths } from '../../contract/paths.ts'
import type { BenefitView } from '../benefits/benefits.contract.ts'

export type Task =
  | { kind: 'window'; closesOn: string; daysLeft: number }
  | { kind: 'draft' | 'awaiting' | 'rejected'; benefitId: string; name: string }

/** From how many days before its end an open window is something to do. */
const WINDOW_IN_VIEW_DAYS = 60

/** What a person should know or do first: the window that closes soonest, what is unfinished, refused, or waits. */
export function tasksFrom(benefits: readonly BenefitView[]): Task[] {
  return [...windowTask(benefits), ...selectionTasks(benefits)]
}

function windowTask(benefits: readonly BenefitView[]): Task[] {
  const closing = benefits.flatMap(({ availability: { closesOn, daysLeft } }) =>
    closesOn !== null && daysLeft !== null && daysLeft <= WINDOW_IN_VIEW_DAYS ? [{ closesOn, daysLeft }] : [],
  )
  const soonest = closing.toSorted((one, other) => one.daysLeft - other.daysLeft).at(0)
  return soonest ? [{ kind: 'window', ...soonest }] : []
}

function selectionTasks(benefits: readonly BenefitView[]): Task[] {
  const order = ['draft', 'rejected', 'awaiting'] as const
  const tasks = benefits.flatMap(({ benefitId, name, selection }) => {
    const kind = selection && kindOf(selection)
    return kind ? [{ kind, benefitId, name }] : []
  })
  return tasks.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

function kindOf({
  temporarySelection,
  status,
}: NonNullable<BenefitView['selection']>): 'draft' | 'awaiting' | 'rejected' | null {
  if (temporarySelection || status === 'draft') return 'draft'
  if (status === 'pending' || status === 'pending-change') return 'awaiting'
  return status === 'rejected' ? 'rejected' : null
}

/** The page with the chart for clients that have it, else the plain one (TOTAL-07). */
export function totalBenefitsPath(exceptions: readonly { code: string; status: string }[]): string {
  const enhanced = exceptions.some(({ code, status }) => code === 'MTB_ENHANCED' && status === 'active')
  return enhanced ? paths.totalBenefitsEnhanced() : paths.totalBenefits()
}
