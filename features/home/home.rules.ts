import { paths } from '../../contract/paths.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { nextYearOf } from '../benefit-parts/next-year-summary.rules.ts'

export type Task =
  | { kind: 'window'; closesOn: string; daysLeft: number }
  /** What happens to current benefits next year. `closesOn` is null if no window is open. */
  | {
      kind: 'next-year'
      from: string
      closesOn: string | null
      benefits: readonly BenefitView[]
    }
  | { kind: 'begun'; names: readonly string[] }
  | { kind: SelectionTask; benefitId: string; name: string }
/** `too-late`: the draft can't be finished. `provider`: the provider decides. `answers`: the provider needs answers. */
type SelectionTask = 'answers' | 'rejected' | 'too-late' | 'awaiting' | 'provider'

const WINDOW_IN_VIEW_DAYS = 60

export function tasksFrom(benefits: readonly BenefitView[]): Task[] {
  return [...nextYearTask(benefits), ...windowTask(benefits), ...startedTask(benefits), ...selectionTasks(benefits)]
}

export function mostUrgentTask(tasks: readonly Task[]): Task | null {
  const [first = null] = tasks.filter(({ kind }) => kind !== 'next-year')
  return tasks.find(({ kind }) => kind === 'answers') ?? tasks.find(({ kind }) => kind === 'begun') ?? first
}

export function daysLeftOf(tasks: readonly Task[]): number | null {
  return tasks.find((task) => task.kind === 'window')?.daysLeft ?? null
}

function nextYearTask(benefits: readonly BenefitView[]): Task[] {
  const year = nextYearOf(benefits)
  return year ? [{ kind: 'next-year', from: year.from, closesOn: year.chooseUntil, benefits }] : []
}

function startedTask(benefits: readonly BenefitView[]): Task[] {
  const names = benefits.flatMap(({ name, selection, availability }) =>
    selection && isStarted(selection) && availability.available ? [name] : [],
  )
  return names.length > 0 ? [{ kind: 'begun', names }] : []
}

function windowTask(benefits: readonly BenefitView[]): Task[] {
  const closing = benefits.flatMap(({ availability: { closesOn, daysLeft }, choosesFrom }) =>
    choosesFrom === undefined && closesOn !== null && daysLeft !== null && daysLeft <= WINDOW_IN_VIEW_DAYS
      ? [{ closesOn, daysLeft }]
      : [],
  )
  const soonest = closing.toSorted((one, other) => one.daysLeft - other.daysLeft).at(0)
  return soonest ? [{ kind: 'window', ...soonest }] : []
}

function selectionTasks(benefits: readonly BenefitView[]): Task[] {
  const order = ['answers', 'rejected', 'too-late', 'awaiting', 'provider'] as const
  const tasks = benefits.flatMap(({ benefitId, name, selection, ...benefit }) => {
    const kind = selection && kindOf(selection, benefit)
    return kind ? [{ kind, benefitId, name }] : []
  })
  return tasks.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

type Selection = NonNullable<BenefitView['selection']>

function isStarted({ temporarySelection, status }: Selection): boolean {
  return temporarySelection || status === 'draft'
}

function kindOf(
  selection: Selection,
  { availability: { available }, medicalQuestions }: Pick<BenefitView, 'availability' | 'medicalQuestions'>,
): SelectionTask | null {
  const { status } = selection
  if (isStarted(selection)) return available ? null : 'too-late'
  if (status === 'pending' || status === 'pending-change') return 'awaiting'
  if (status === 'pended') return medicalQuestions === 'open' ? 'answers' : 'provider'
  return status === 'rejected' ? 'rejected' : null
}

export function totalBenefitsPath(exceptions: readonly { code: string; status: string }[]): string {
  const enhanced = exceptions.some(({ code, status }) => code === 'MTB_ENHANCED' && status === 'active')
  return enhanced ? paths.totalBenefitsEnhanced() : paths.totalBenefits()
}
