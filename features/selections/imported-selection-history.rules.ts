import { z } from 'zod'
import { isEarlier, isoDate, isoMoment } from '../../contract/dates.ts'
import { selectionState, type SelectionState } from '../../domain/selections/benefits.contract.ts'
import { positiveDecimal } from '../../domain/definition/decimal.ts'
import { taxMethod } from '../../domain/definition/definition.ts'
import { choice } from '../../domain/definition/options.ts'
import { taxedAs } from '../../domain/definition/price-methods.ts'
import { traceRules, type TraceRule } from '../../domain/pricing/trace-rules.ts'
import { recompute } from '../../domain/pricing/trace.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import { inForceAfter, selectionTransitions } from '../../services/recalculation/selection-states.rules.ts'
import type { StoredPrice, StoredPricePart, StoredTrace } from '../../domain/selections/stored-price.ts'

const pence = z.string().regex(/^-?\d{1,15}$/, 'Please give pence as a whole number')
const unit = z.enum(['pounds', 'percent', 'multiple', 'days', 'years', 'rate', 'number'])
const step = z.int().min(0)
const cover = z.strictObject({ selected: pence, effective: pence })
const decision = z.strictObject({ asked: pence, accepted: pence })

/** Schema of `StoredPrice`. The compiler checks that both have the same keys. */
const price = z.strictObject({
  employeeYearly: pence,
  employerYearly: pence,
  employeeMonthly: pence,
  employerMonthly: pence,
  employeePerPeriod: z.array(pence),
  employerPerPeriod: z.array(pence),
  orderTotal: pence.nullable(),
  cover: cover.nullable(),
  partnerCover: cover.exactOptional(),
  decidedCover: z
    .strictObject({ employee: decision.exactOptional(), partner: decision.exactOptional() })
    .exactOptional(),
  pot: z.strictObject({ name: z.string(), whole: pence, paid: pence, left: pence }).exactOptional(),
  payPeriods: z.int().min(1).max(53),
  parts: z.array(
    z.strictObject({
      payer: z.enum(['employee', 'employer']),
      taxMethod,
      payCode: z.string().min(1).max(20),
      total: pence,
      spread: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('recurring') }),
        z.strictObject({ kind: z.literal('rest-of-year') }),
        z.strictObject({ kind: z.literal('instalments'), count: z.int().min(1) }),
      ]),
      shares: z.array(pence),
      taken: z.strictObject({ amount: pence, pays: z.int().min(0) }).exactOptional(),
    }),
  ),
  reliefAtSource: z.strictObject({ percent: positiveDecimal }).exactOptional(),
  taxableValues: z.array(z.strictObject({ label: z.string().min(1), as: taxedAs, value: pence })).exactOptional(),
  quotes: z
    .array(
      z.strictObject({
        component: z.string().min(1),
        reference: z.string(),
        amount: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'Please give pounds'),
        every: z.enum(['month', 'year']),
        source: z.string(),
        effectiveFrom: isoDate,
        validUntil: isoDate.nullable(),
        workings: z.strictObject({ per: z.number(), rate: z.string() }).exactOptional(),
      }),
    )
    .exactOptional(),
  trace: z.strictObject({
    steps: z.array(
      z.strictObject({
        rule: z.string().refine((rule): rule is TraceRule => rule in traceRules, 'There is no such rule'),
        label: z.string(),
        inputs: z.array(z.strictObject({ label: z.string(), value: z.string(), unit, from: step.exactOptional() })),
        output: z.strictObject({ value: z.string(), unit }),
        source: z.string(),
        effectiveDate: isoDate,
      }),
    ),
    answers: z.strictObject({ employeeYearly: step, employerYearly: step }),
  }),
}) satisfies z.ZodType<StoredPrice>

/** Keys that the schema above lacks. With any, even optional ones, the check below doesn't compile. */
type Unknown<Whole, Known> = Exclude<keyof Whole, keyof Known>
type Known = z.output<typeof price>
true satisfies [
  Unknown<StoredPrice, Known>,
  Unknown<StoredPricePart, Known['parts'][number]>,
  Unknown<StoredTrace, Known['trace']>,
] extends [never, never, never]
  ? true
  : false

export const importedVersion = z.strictObject({
  version: z.int().min(1),
  state: selectionState,
  action: z.string().min(1).max(40),
  choice,
  peopleCovered: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), relationship: z.enum(['partner', 'dependant']) }),
  ),
  price: price.nullable(),
  effectiveFrom: isoDate.nullable(),
  effectiveTo: isoDate.nullable(),
  replaces: z.int().min(1).nullable(),
  reason: z.string().nullable(),
  recordedAt: isoMoment,
})
type PastVersion = z.output<typeof importedVersion>

type Past = { state: SelectionState; version: number; runningVersion: number | null; versions: readonly PastVersion[] }

/** Returns a sentence for each impossible change of state, and each price that contradicts its derivation. */
export function historyFaults({ state, version, runningVersion, versions }: Past): string[] {
  const faults: string[] = []
  let stood: StateBefore = { state: 'none', running: null, held: new Set<SelectionState>(['none']) }
  for (const [index, one] of versions.entries()) {
    const before = versions[index - 1]
    if (one.version !== index + 1) faults.push(`Version ${one.version} is in the place of version ${index + 1}`)
    if (one.replaces !== (before?.version ?? null))
      faults.push(`Version ${one.version} must replace ${before ? `version ${before.version}` : 'nothing'}`)
    if (before && isEarlier(one.recordedAt, before.recordedAt))
      faults.push(`Version ${one.version} was recorded before version ${before.version}`)
    const next = afterStep(stood, one)
    if (!next)
      faults.push(
        `Version ${one.version}: the action "${one.action}" does not lead from ${stood.state} to ${one.state}`,
      )
    stood = next ?? { ...stood, state: one.state }
    faults.push(...priceFaults(one))
  }
  const last = versions.at(-1)
  if (last?.version !== version) faults.push(`The selection names version ${version}, which is not its last`)
  if (last && last.state !== state) faults.push(`The selection is ${state}, and its last version ${last.state}`)
  if (faults.length === 0 && stood.running !== runningVersion)
    faults.push(`By its versions ${named(stood.running)} is in force, not ${named(runningVersion)}`)
  return faults
}

type StateBefore = { state: SelectionState; running: number | null; held: ReadonlySet<SelectionState> }

function afterStep(
  { state, running, held }: StateBefore,
  { version, action, state: to }: Pick<PastVersion, 'version' | 'action' | 'state'>,
): StateBefore | undefined {
  const now = new Set([...held, to])
  if (action === importedAction) {
    const opens = version === 1 && ['active', 'pending', 'opted-out', 'ended'].includes(to)
    return opens ? { state: to, running: to === 'active' ? version : null, held: now } : undefined
  }
  const row = selectionTransitions.find(
    (one) =>
      one.from === state &&
      one.action === action &&
      (one.running ?? running !== null) === (running !== null) &&
      (one.to === 'before' ? held.has(to) : one.to === to),
  )
  if (!row) return undefined
  return {
    state: to,
    running: { this: version, 'as-before': running, nothing: null }[inForceAfter(row.effect)],
    held: now,
  }
}

function priceFaults({ version, price: agreed }: PastVersion): string[] {
  if (agreed === null) return []
  try {
    const worked = recompute(agreed.trace)
    const same =
      String(worked.employeeYearly) === agreed.employeeYearly && String(worked.employerYearly) === agreed.employerYearly
    return same ? [] : [`Version ${version}: its price differs from its derivation`]
  } catch (failure) {
    return [
      `Version ${version}: its derivation is wrong: ${String(failure instanceof Error ? failure.message : failure)}`,
    ]
  }
}

function named(version: number | null): string {
  return version === null ? 'nothing' : `version ${version}`
}
