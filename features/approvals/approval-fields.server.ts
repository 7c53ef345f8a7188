import { showDate, type IsoDate } from '../../contract/dates.ts'
import { poundsFromPence, showPence } from '../../contract/money.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { payDaysInWords } from '../../services/my-benefits/price-view.server.ts'
import { hasFixedTotal } from '../../services/payroll/fixed-total.rules.ts'
import { deductedFromEmployee } from '../../services/my-benefits/deductions-before.rules.ts'
import { describeAnswer } from '../../domain/selections/describe-answer.rules.ts'
import { planDetailsWithoutHealth } from '../../domain/selections/plan-details.rules.ts'
import { approveMessages } from './approvals.messages.ts'

export type PendingChoice = {
  state: string
  choice: Choice
  peopleCovered: readonly { name: string }[]
  price: SelectionVersion['price']
  effectiveFrom: IsoDate | null
  lastDay?: IsoDate | undefined
}

export function approvalFields(
  definition: Pick<BenefitDefinition, 'options' | 'price'>,
  asked: PendingChoice,
): Record<string, string> {
  const fields: [string, string][] = [
    [
      approveMessages.askedFor,
      asked.state === 'pending-change' ? approveMessages.changeOfRunning : approveMessages.firstChoice,
    ],
    ...planDetailsWithoutHealth(definition, asked.choice).map(({ label, value }): [string, string] => [label, value]),
  ]
  if (definition.options.some(({ kind }) => kind === 'people')) {
    const people = asked.peopleCovered.map(({ name }) => name).join(', ')
    fields.push([approveMessages.peopleCovered, people || approveMessages.onlyEmployee])
  }
  if (asked.price) {
    const { orderTotal, employeeMonthly, employerMonthly } = asked.price
    const taken = deductedFromEmployee(asked.price)
    if (orderTotal !== null) fields.push([approveMessages.total, showPence(BigInt(orderTotal))])
    if (taken !== null) fields.push([approveMessages.alreadyTaken, showPence(taken)])
    fields.push([approveMessages.costToEmployee, showPence(BigInt(employeeMonthly))])
    const payDays = hasFixedTotal(asked.price) ? payDaysInWords(asked.price) : null
    if (payDays !== null) fields.push([approveMessages.instalments, payDays])
    if (employerMonthly !== '0') fields.push([approveMessages.costToEmployer, showPence(BigInt(employerMonthly))])
  }
  if (asked.effectiveFrom) fields.push([approveMessages.from, showDate(asked.effectiveFrom)])
  if (asked.lastDay) fields.push([approveMessages.lastDay, showDate(asked.lastDay)])
  return Object.fromEntries(fields)
}

export function describeChoice(
  definition: Pick<BenefitDefinition, 'options' | 'price'>,
  { choice, price }: Pick<PendingChoice, 'choice' | 'price'>,
): string {
  if (price?.orderTotal) return showPence(BigInt(price.orderTotal))
  return planDetailsWithoutHealth(definition, choice).map(describeAnswer).join(', ')
}

/** Total of an order in pounds; 0 for other selections (APPROVE-09). */
export function orderValueOf(price: SelectionVersion['price']): number {
  return price?.orderTotal ? poundsFromPence(BigInt(price.orderTotal)) : 0
}
