import { showDate } from '../../contract/dates.ts'
import { poundsFromPence, showPence } from '../../contract/money.ts'
import { basisSentence } from './calculation-basis.rules.ts'
import type { EffectOutcome, TakeHomeEffect } from '../../domain/tax/take-home-effect.rules.ts'
import type { GrossToNet } from '../../domain/tax/gross-to-net.rules.ts'
import type { PayFacts } from '../../domain/tax/pay-facts.rules.ts'
import { taxYearLabel } from '../../domain/tax/tax-years.rules.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import { penceFromDigits } from '../../domain/pricing/money.ts'
import { traceStepView } from '../../services/my-benefits/trace-view.rules.ts'
import { takeHomeViewMessages as say } from '../../domain/tax/take-home-view.messages.ts'

export function takeHomeView(
  outcome: EffectOutcome,
  { facts, withSteps = true }: { facts: PayFacts; withSteps?: boolean },
): TakeHomeView {
  if (outcome.outcome === 'not-computed') return { outcome: 'not-computed', reason: outcome.sentence }
  const { takeHome, employer, table, steps } = outcome
  const notes = [...taxedInKindOf(outcome), ...reliefAtSourceOf(outcome), ...annualAllowanceOf(outcome, facts)]
  return {
    outcome: 'computed',
    change: {
      perPeriod: poundsFromPence(takeHome.perPeriod),
      perMonth: poundsFromPence(takeHome.monthly),
      perYear: poundsFromPence(takeHome.yearly),
    },
    lines: linesOf(outcome),
    employer: {
      nationalInsurance: poundsFromPence(employer.nationalInsurance),
      class1A: poundsFromPence(employer.class1A),
    },
    ...(notes.length > 0 && { notes }),
    taxYear: taxYearLabel(table),
    basis: basisSentence(facts, table),
    trace: withSteps ? steps.map(traceStepView) : [],
  }
}

function taxedInKindOf({ before, after, table }: TakeHomeEffect): string[] {
  const had = new Set(before.taxedInKind.map(({ label, value }) => `${label} ${value}`))
  return after.taxedInKind
    .filter(({ label, value }) => !had.has(`${label} ${value}`))
    .map(({ label, percent, of, value, taxed, next }) =>
      [
        say.taxedInKind(label, {
          percent,
          of,
          value: showPence(value),
          taxed: showPence(taxed),
          year: taxYearLabel(table),
        }),
        ...(next ? [say.percentFrom(next.percent, showDate(next.from))] : []),
      ].join('; '),
    )
}

function reliefAtSourceOf({ before, after, table }: TakeHomeEffect): string[] {
  const { relief } = after.paid
  if (relief === before.paid.relief || relief === 0n) return []
  const claim = after.reliefToClaim ? pence(after.reliefToClaim) : 0n
  const year = taxYearLabel(table)
  return [say.reliefAtSource(showPence(relief)), ...(claim > 0n ? [say.reliefToClaim(showPence(claim), year)] : [])]
}

function annualAllowanceOf({ annualAllowance, table }: TakeHomeEffect, facts: PayFacts): string[] {
  if (!annualAllowance || annualAllowance.excess === 0n) return []
  const { kind, contributions, allowance, excess } = annualAllowance
  const since = facts.moneyPurchaseAllowanceSince
  return [
    say.annualAllowance({
      contributions: showPence(contributions),
      allowance: showPence(allowance),
      excess: showPence(excess),
      year: taxYearLabel(table),
    }),
    kind === 'money-purchase' && since !== null
      ? say.moneyPurchaseAllowance(showDate(since))
      : say.otherIncome(kind === 'tapered'),
  ]
}

const pence = ({ value }: { value: string }): bigint => penceFromDigits(value)

function linesOf({ before, after }: TakeHomeEffect): Extract<TakeHomeView, { outcome: 'computed' }>['lines'] {
  const line = (label: string, of: (pay: GrossToNet) => bigint, always = false) =>
    always || of(before) !== 0n || of(after) !== 0n
      ? [{ label, before: poundsFromPence(of(before)), after: poundsFromPence(of(after)) }]
      : []
  return [
    ...line(say.lines.salary, ({ salary }) => salary, true),
    ...line(say.lines.givenUp, ({ paid }) => -paid.givenUp),
    ...line(say.lines.added, ({ paid }) => paid.added),
    ...line(say.lines.untaxed, ({ paid }) => -paid.untaxed),
    ...line(say.lines.incomeTax, ({ incomeTax }) => -pence(incomeTax), true),
    ...line(say.lines.nationalInsurance, ({ nationalInsurance }) => -pence(nationalInsurance), true),
    ...line(say.lines.studentLoans, ({ studentLoans }) => -pence(studentLoans)),
    ...line(say.lines.afterTax, ({ paid }) => -paid.afterTax),
    ...line(say.lines.takeHome, ({ takeHome }) => pence(takeHome), true),
  ]
}
