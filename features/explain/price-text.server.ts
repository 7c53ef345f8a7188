import { showDate, showShortDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { paragraph, textTable } from '../../platform/text-table.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import type { PriceView } from '../../domain/selections/benefits.contract.ts'
import { shownInputs, calculationSentence } from '../benefit-parts/derivation.rules.ts'
import { priceView } from '../../services/my-benefits/price-view.server.ts'
import type { TraceStep } from '../../domain/selections/trace-step.contract.ts'
import { currentPrice } from '../../services/my-benefits/benefit-status.server.ts'
import type { Explained } from './explanation.server.ts'
import { explainMessages as say } from './explain.messages.ts'

export function priceText({ benefitStatus, knownThen, anew }: Explained): string {
  const { selection, scheme, benefit } = benefitStatus
  const held = selection && (selection.running ?? selection.newest)
  const shown = held && currentPrice(benefitStatus, held)
  const agreed = shown ? priceView(shown) : undefined
  const sameAgain = agreed && anew.outcome === 'priced' && isSame(agreed, anew.price)
  const on = showDate(scheme.today)
  return [
    ...(held && agreed ? [say.agreed(held.version), pricedText(agreed)] : []),
    ...(held && sameAgain ? [paragraph(say.same(held.version))] : []),
    ...(knownThen?.counted?.price && knownThen.counted.version !== selection?.versionInForce
      ? ['', say.agreedThen(knownThen.counted.version), pricedText(priceView(knownThen.counted.price))]
      : []),
    ...(sameAgain
      ? []
      : [...(agreed ? [''] : []), anew.of === 'held' ? say.anew(on) : say.example(on), recalculatedText(anew)]),
    ...(anew.of !== 'held' && benefit.definition.price.some(({ price }) => price.method === 'quoted')
      ? [paragraph(say.byTariff)]
      : []),
    ...(anew.outcome === 'priced' && anew.below !== null ? [paragraph(say.below(anew.below))] : []),
  ].join('\n')
}

function recalculatedText(anew: Explained['anew']): string {
  if (anew.outcome === 'refused') return anew.reasons.map((reason) => paragraph(say.noPrice(reason))).join('\n')
  const chosen = anew.details.map(({ label, value }) => [label, value])
  return [...(chosen.length > 0 ? [textTable(chosen, [{}, {}])] : []), pricedText(anew.price)].join('\n')
}

function pricedText(price: PriceView): string {
  const side = (label: string, { perPeriod, perMonth, perYear }: PriceView['employee']) => [
    label,
    ...[perPeriod, perMonth, perYear].map(showPounds),
  ]
  const right = { right: true } as const
  return [
    stepsText(price.trace),
    textTable(
      [[...say.sides], side(say.employee, price.employee), side(say.employer, price.employer)],
      [{}, right, right, right],
    ),
    ...(price.taxMethod === '' ? [] : [paragraph(`${price.taxMethod}.`)]),
  ].join('\n')
}

function stepsText(trace: readonly TraceStep[]): string {
  const rows = trace.map((step, index) => [
    String(index + 1),
    [step.label, calculationSentence(step), inputText(step)].filter(Boolean).join(': '),
    step.output,
    step.source,
    step.effectiveDate === null ? say.nothing : showShortDate(step.effectiveDate),
  ])
  return textTable([[...say.steps], ...rows], [{ right: true }, { most: 42 }, { right: true }, { most: 22 }, {}])
}

function inputText(step: TraceStep): string {
  return shownInputs(step)
    .map(({ label, value }) => say.figure(label, value))
    .join('; ')
}

export function takeHomeText(takeHome: TakeHomeView): string {
  if (takeHome.outcome === 'not-computed') return `${say.takeHome}\n${paragraph(say.notComputed(takeHome.reason))}`
  const { change, lines, employer, basis } = takeHome
  const right = { right: true } as const
  const rows = lines.map(({ label, before, after }) => [
    label,
    ...[before, after, Math.round((after - before) * 100) / 100].map(showPounds),
  ])
  return [
    say.takeHome,
    textTable([[...say.lines], ...rows], [{}, right, right, right]),
    paragraph(say.change(showPounds(change.perPeriod), showPounds(change.perMonth), showPounds(change.perYear))),
    paragraph(say.employerSide(showPounds(employer.nationalInsurance), showPounds(employer.class1A))),
    paragraph(basis),
  ].join('\n')
}

function isSame(one: PriceView, other: PriceView): boolean {
  const figures = ({ employee, employer, trace }: PriceView) =>
    JSON.stringify([
      employee,
      employer,
      trace.map(({ rule, label, inputs, output, source }) => [rule, label, inputs, output, source]),
    ])
  return figures(one) === figures(other)
}
