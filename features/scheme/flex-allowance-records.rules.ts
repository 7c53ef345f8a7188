import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { AllowanceEntry } from '../../services/scheme/folder-format.ts'

/** A flex allowance becomes a benefit, so that its excess is priced, stored, deducted and reported like one. */
export function allowanceDefinition(entry: AllowanceEntry, provider: string): BenefitDefinition {
  const { code, name, summary, allowances, benefits, excess, openInProbation, ages, payCode } = entry
  return {
    code,
    name,
    summary: summary ?? name,
    description: summary ?? name,
    category: 'money',
    groupCode: code,
    position: 0,
    provider: { name: provider },
    links: [],
    faqs: [],
    related: [],
    options: [],
    pot: { allowances, benefits, excess },
    price: [{ code: 'left', label: name, paidBy: 'employee', price: { method: 'pot' } }],
    pay: payCode ? { sold: { taxMethod: 'taxable-pay', payCode } } : {},
    coreChoice: { values: {}, people: [] },
    optOut: false,
    approval: 'automatic',
    openInProbation,
    requires: [],
    notWith: [],
    ...(ages && { ages }),
    changeIn: ['granted'],
    takesEffect: 'next-month',
  }
}
