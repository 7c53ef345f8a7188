import { CallFailed } from '../../contract/call-failed.ts'
import { stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import type {
  BenefitView,
  SelectionView,
  SetupField,
  SetupValue,
  SetupValues,
} from '../../domain/selections/benefits.contract.ts'
import { partnerElsewhere } from '../../domain/selections/partner-cover-elsewhere.rules.ts'
import { initialValues, fieldProblems, valuesToSend, type FieldProblem } from '../../domain/selections/setup.rules.ts'
import type { ChangedFacts, WhatIfReply, WhatIfRequest } from '../../domain/tax/what-if.contract.ts'
import { whatIfViewMessages as say } from '../../domain/tax/what-if-view.messages.ts'

type Known = WhatIfReply['known']

/** An empty field is null, an invalid number NaN. */
export type HypotheticalFacts = Omit<Known, 'age'> & {
  age: number | null
  newChild: boolean
  choices: Readonly<Record<string, SetupValues>>
}

export type ScenarioBasis = { known: Known; benefits: readonly BenefitView[]; cameFrom: string | null }

export function currentValues({ known, benefits, cameFrom }: ScenarioBasis): HypotheticalFacts {
  const choices = Object.fromEntries(benefits.map((benefit) => [benefit.benefitId, currentChoice(benefit, cameFrom)]))
  return { ...known, newChild: false, choices }
}

export function benefitsToAssume(benefits: readonly BenefitView[], cameFrom: string | null): BenefitView[] {
  return benefits
    .filter((benefit) => benefit.benefitId === cameFrom || isByPercent(benefit))
    .map((benefit) => ({
      ...benefit,
      // The answer about the spouse's or partner's own cover does not affect the price.
      setupFields: benefit.setupFields.filter(({ name }) => name !== partnerElsewhere),
    }))
}

export function isByPercent({ setupFields: [field, ...others] }: Pick<BenefitView, 'setupFields'>): boolean {
  const alone = others.every(({ step, required }) => step === 'cost' && !required)
  return field?.input.kind === 'number' && field.input.unit === 'percent' && alone
}

/** Unchanged facts are not sent, so they may be outside the allowed range. */
export function inputProblems(
  { salary, weeklyHours, age, choices }: HypotheticalFacts,
  { known, benefits }: Pick<ScenarioBasis, 'known' | 'benefits'>,
): FieldProblem[] {
  const wrong = (field: string, value: number | null, { today, fits, message }: Check): FieldProblem[] =>
    value === today || (value !== null && fits(value)) ? [] : [{ field, message }]
  return [
    ...wrong('salary', salary, { today: known.salary, fits: isSalary, message: say.salary }),
    ...wrong('weeklyHours', weeklyHours, { today: known.weeklyHours, fits: areHours, message: say.hours }),
    ...wrong('age', age, { today: known.age, fits: isAge, message: say.age }),
    ...benefits.flatMap(({ benefitId, setupFields }) => {
      const values = choices[benefitId] ?? {}
      return fieldProblems(setupFields, values)
        .filter(({ field }) => values[field] !== undefined)
        .map(({ field, message }) => ({ field: fieldName(benefitId, field), message }))
    }),
  ]
}

type Check = { today: number | null; fits: (value: number) => boolean; message: string }

export function serverProblems({ data, error }: { data: WhatIfReply | undefined; error: unknown }): FieldProblem[] {
  const ofFacts = error instanceof CallFailed ? Object.entries(error.fieldErrors) : []
  const refused = (data?.benefits ?? []).filter((one) => one.outcome === 'refused')
  return [
    ...ofFacts.map(([field, said]) => ({ field: field.replace(/^facts\./, ''), message: said.join(' ') })),
    ...refused.flatMap(({ benefitId, errors }) =>
      Object.entries(errors).map(([field, said]) => ({ field: fieldName(benefitId, field), message: said.join(' ') })),
    ),
  ]
}

export function requestOf(supposed: HypotheticalFacts, { known, benefits, cameFrom }: ScenarioBasis): WhatIfRequest {
  const asked: NonNullable<WhatIfRequest['benefits']> = []
  const without: NonNullable<WhatIfRequest['without']> = []
  for (const benefit of benefits) {
    const { benefitId, setupFields } = benefit
    const values = valuesToSend(setupFields, supposed.choices[benefitId] ?? {})
    const today = valuesToSend(setupFields, currentChoice(benefit, cameFrom))
    const changed = JSON.stringify(values) !== JSON.stringify(today)
    // A pending change is in the fields, but not in force.
    const waits = benefit.selection !== null && benefit.selection.running !== null
    if (fieldProblems(setupFields, values).length === 0) {
      if (changed || waits || benefitId === cameFrom) asked.push({ benefitId, values })
    } else if (changed && isByPercent(benefit)) without.push(benefitId)
  }
  const facts = factsOf(supposed, known)
  return {
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(asked.length > 0 && { benefits: asked }),
    ...(without.length > 0 && { without }),
  }
}

export function fieldName(benefitId: string, name: string): string {
  return `${benefitId}-${name}`
}

export function withValue(
  { choices }: HypotheticalFacts,
  { benefitId, field, value }: { benefitId: string; field: SetupField; value: SetupValue | null },
): HypotheticalFacts['choices'] {
  const { [field.name]: _, ...others } = choices[benefitId] ?? {}
  return { ...choices, [benefitId]: value === null ? others : { ...others, [field.name]: value } }
}

/** Returns the current choice, or the draft if the employee came from its setup. A contribution not chosen is empty. */
function currentChoice(benefit: BenefitView, cameFrom: string | null): SetupValues {
  const { selection, setupFields, benefitId } = benefit
  if (!isByPercent(benefit)) return initialValues(setupFields, selection?.values ?? null)
  return selection && (isHeld(selection) || benefitId === cameFrom) ? selection.values : {}
}

export function isHeld({ running, status }: Pick<SelectionView, 'running' | 'status'>): boolean {
  return running !== null || stateFacts(status).runs
}

function factsOf(supposed: HypotheticalFacts, known: Known): ChangedFacts {
  const { salary, weeklyHours, age, taxCountry, newChild } = supposed
  return {
    ...(salary !== null && salary !== known.salary && { salary }),
    ...(weeklyHours !== null && weeklyHours !== known.weeklyHours && { weeklyHours }),
    ...(age !== null && age !== known.age && { age }),
    ...(taxCountry !== known.taxCountry && { taxCountry }),
    ...(newChild && { newChild }),
  }
}

function isSalary(value: number): boolean {
  return value >= 0 && value <= 10_000_000 && Number(value.toFixed(2)) === value
}

function areHours(value: number): boolean {
  return value >= 1 && value <= 80 && Number(value.toFixed(4)) === value
}

function isAge(value: number): boolean {
  return Number.isInteger(value) && value >= 16 && value <= 80
}
