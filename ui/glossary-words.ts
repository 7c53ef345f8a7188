import type { explanations } from './glossary.messages.ts'

export type GlossaryWord = keyof typeof explanations

/** Phrases that have an explanation. A phrase that contains another one comes first. */
const phrases: readonly (readonly [phrase: string, word: GlossaryWord])[] = [
  ['before tax and National Insurance', 'salarySacrifice'],
  ['salary sacrifice', 'salarySacrifice'],
  ['before National Insurance', 'paySwapped'],
  ['your pension provider adds tax relief', 'reliefAtSource'],
  ['relief at source', 'reliefAtSource'],
  ['benefit in kind', 'benefitInKind'],
  ['P11D', 'p11d'],
  ['cover without medical evidence', 'freeCoverLimit'],
  ['free cover limit', 'freeCoverLimit'],
  ['medical evidence', 'medicalEvidence'],
  ['core cover', 'coreCover'],
  ['flex allowance', 'flexAllowance'],
  ['flex pot', 'flexAllowance'],
  ['take-home pay', 'takeHomePay'],
  ['money purchase annual allowance', 'moneyPurchaseAllowance'],
  ['annual allowance', 'annualAllowance'],
  ['personal allowance', 'personalAllowance'],
  ['pension enrolment', 'autoEnrolment'],
  ['enrolled automatically', 'autoEnrolment'],
]

const words = new Map(phrases.map(([phrase, word]) => [phrase.toLowerCase(), word]))
const anyPhrase = new RegExp(`\\b(${phrases.map(([phrase]) => phrase).join('|')})\\b`, 'gi')

export type TextPart = { text: string; word?: GlossaryWord }

export function splitAtGlossaryWords(text: string): TextPart[] {
  const seen = new Set<GlossaryWord>()
  return text.split(anyPhrase).flatMap((part) => {
    const word = words.get(part.toLowerCase())
    if (!word || seen.has(word)) return part ? [{ text: part }] : []
    seen.add(word)
    return [{ text: part, word }]
  })
}
