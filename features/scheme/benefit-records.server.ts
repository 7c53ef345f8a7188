import type { IsoDate } from '../../contract/dates.ts'
import { sanitiseHtml } from '../../platform/sanitise-html.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import { allowanceDefinition } from './flex-allowance-records.rules.ts'
import type { Scheme } from './read-scheme.server.ts'
import type { BenefitRecord } from '../../services/scheme/scheme.queries.ts'

export type PictureUrls = ReadonlyMap<string, string>

export function benefitRecords(
  { benefits, withdrawn, year, client, today }: Scheme,
  addressOf: PictureUrls,
): BenefitRecord[] {
  const pots = year.value.pots.map((pot) => ({ value: allowanceDefinition(pot, client.value.name) }))
  return [...benefits, ...pots, ...withdrawn].map(({ value }, index) => ({
    code: value.code,
    position: value.position,
    name: value.name,
    category: value.category,
    groupCode: value.groupCode,
    providerName: value.provider.name,
    needsApproval: value.approval !== 'automatic',
    withdrawn: index >= benefits.length + pots.length,
    definition: {
      ...withSafeHtml(value),
      ...(value.image !== undefined && { image: addressOf.get(value.image) }),
      ...(value.ends !== undefined && { ends: resolveDay(value.ends, today) }),
      ...(value.autoEnrolment && { autoEnrolment: withCalendarDays(value.autoEnrolment, today) }),
    },
  }))
}

type AutoEnrolment = NonNullable<BenefitDefinition['autoEnrolment']>

function withCalendarDays(rules: AutoEnrolment, today: IsoDate): AutoEnrolment {
  const { reEnrolment, previousEnrolment } = rules
  return {
    ...rules,
    ...(reEnrolment !== undefined && { reEnrolment: resolveDay(reEnrolment, today) }),
    ...(previousEnrolment !== undefined && { previousEnrolment: resolveDay(previousEnrolment, today) }),
  }
}

/** Texts that are shown as HTML keep only the allowed tags (S-60). */
function withSafeHtml(definition: BenefitDefinition): BenefitDefinition {
  const { description, terms, provider, faqs } = definition
  const { claim } = provider
  return {
    ...definition,
    description: sanitiseHtml(description),
    faqs: faqs.map((faq) => ({ ...faq, answer: sanitiseHtml(faq.answer) })),
    ...(terms && { terms: { ...terms, content: sanitiseHtml(terms.content) } }),
    provider: {
      ...provider,
      ...(claim && { claim: { ...claim, ...(claim.html !== undefined && { html: sanitiseHtml(claim.html) }) } }),
    },
  }
}
