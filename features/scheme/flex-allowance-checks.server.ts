import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { YamlFile } from '../../platform/yaml-file.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import type { AllowanceEntry, SchemeYearFile } from '../../services/scheme/folder-format.ts'

/** `isKnown` is also true for a benefit whose own file is faulty. */
export function allowanceFaults(
  year: YamlFile<SchemeYearFile>,
  { benefits, isKnown }: { benefits: readonly YamlFile<BenefitDefinition>[]; isKnown: (code: string) => boolean },
): SchemeFault[] {
  const { pots } = year.value
  return pots.flatMap((pot, index) => {
    const fault = (path: (string | number)[], reason: string): SchemeFault => ({
      file: year.file,
      line: year.lineOf(['pots', index, ...path]),
      reason,
    })
    return [
      ...(pots.findIndex(({ code }) => code === pot.code) < index
        ? [fault(['code'], `"${pot.code}" is listed twice in pots`)]
        : []),
      ...(isKnown(pot.code) ? [fault(['code'], `"${pot.code}" is already a benefit`)] : []),
      ...pot.benefits.flatMap((code, at) =>
        unfitReasons(code, { pot, at, others: pots.slice(0, index), benefits, isKnown }).map((reason) =>
          fault(['benefits', at], reason),
        ),
      ),
    ]
  })
}

function unfitReasons(
  code: string,
  {
    pot,
    at,
    others,
    benefits,
    isKnown,
  }: {
    pot: AllowanceEntry
    at: number
    others: readonly AllowanceEntry[]
    benefits: readonly YamlFile<BenefitDefinition>[]
    isKnown: (code: string) => boolean
  },
): string[] {
  if (!isKnown(code)) return [`There is no benefit "${code}"`]
  if (pot.benefits.indexOf(code) < at) return [`"${code}" is listed twice in the flex allowance`]
  const other = others.find((one) => one.benefits.includes(code))
  if (other) return [`The flex allowance "${other.code}" already pays for "${code}"`]
  const benefit = benefits.find(({ value }) => value.code === code)?.value
  if (!benefit) return []
  if (!benefit.price.every(isOngoing))
    return [`A flex allowance pays recurring charges; "${code}" is a single purchase, or priced by a partner`]
  return benefit.pay.employer
    ? []
    : [`The employer pays the share of a flex allowance, so "${code}" must say how the employer pays`]
}

function isOngoing({ price }: BenefitDefinition['price'][number]): boolean {
  if (price.method === 'order') return price.spread === 'each-month'
  return price.method !== 'days' && price.method !== 'quoted'
}
