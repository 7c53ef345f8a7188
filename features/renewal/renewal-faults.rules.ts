import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { type DefinitionFault, valueFault } from '../../domain/selections/option-checks.rules.ts'
import { mayBeUnanswered } from '../../domain/selections/yearly-increase.rules.ts'
import { isOrder } from '../../domain/selections/renewal.rules.ts'

export function* renewalFaults({
  renewal,
  renewsAs,
  options,
  price,
  category,
}: BenefitDefinition): Generator<DefinitionFault> {
  // Employers may not remove anybody from a pension scheme (Pensions Act 2008 s 2).
  if (renewal === 'end' && category === 'pension')
    yield { path: ['renewal'], message: 'A pension continues over scheme years and does not end with one' }
  if (renewal !== undefined && isOrder({ price }))
    yield { path: ['renewal'], message: 'An order continues until its last instalment and has no renewal' }
  if (renewsAs !== undefined && renewal !== 'map')
    yield { path: ['renewsAs'], message: "renewsAs needs 'renewal: map'" }
  if (renewsAs === undefined && renewal === 'map') yield { path: ['renewal'], message: "'renewal: map' needs renewsAs" }
  for (const [option, becomes] of Object.entries(renewsAs ?? {})) {
    if (becomes === 'removed') continue
    for (const [old, value] of Object.entries(becomes)) {
      const message = valueFault(options, option, value)
      if (message !== undefined) yield { path: ['renewsAs', option, old], message }
    }
  }
}

export function* continuationFaults(before: BenefitDefinition, after: BenefitDefinition): Generator<DefinitionFault> {
  const renewsAs = after.renewsAs ?? {}
  for (const option of before.options) {
    const becomes = renewsAs[option.code]
    if (becomes === 'removed') continue
    const now = after.options.find(({ code }) => code === option.code)
    if (now === undefined) {
      yield {
        path: ['options'],
        message: `The option '${option.code}' is no longer there: say in renewsAs that it is removed`,
      }
      continue
    }
    if (option.kind === 'people' && now.kind === 'people')
      for (const tier of option.tiers)
        if (!now.tiers.includes(tier))
          yield {
            path: ['options', after.options.indexOf(now), 'tiers'],
            message: `The option '${option.code}' no longer has '${tier}': people with this cover cannot continue`,
          }
    if (option.kind === 'people' || now.kind === 'people' || option.kind === 'range') {
      const unit = (one: typeof now) => (one.kind === 'range' ? one.unit : one.kind)
      if (unit(option) !== unit(now))
        yield {
          path: ['options', after.options.indexOf(now), 'kind'],
          message: `The option '${option.code}' was of ${unit(option)} and is of ${unit(now)}: nobody can continue with it`,
        }
      continue
    }
    for (const { code } of option.levels)
      if (becomes?.[code] === undefined && valueFault(after.options, option.code, code) !== undefined)
        yield {
          path: ['options', after.options.indexOf(now)],
          message: `The option '${option.code}' no longer has '${code}': say in renewsAs what it becomes`,
        }
  }
  for (const [index, option] of after.options.entries())
    if (
      option.kind !== 'people' &&
      option.default === undefined &&
      !before.options.some(({ code }) => code === option.code) &&
      !mayBeUnanswered(after, option.code)
    )
      yield {
        path: ['options', index],
        message: `The option '${option.code}' is new and needs a default, which people who continue have`,
      }
}
