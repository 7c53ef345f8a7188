import { keysOf } from '../../contract/keys-of.ts'

/** Contact details that people may change. Patterns are lenient, because people abroad have other numbers and postcodes. */
export const contactRules = {
  phone: { most: 20, pattern: /^\+?[\d ()-]{7,20}$/ },
  personalEmail: { most: 254, pattern: /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/ },
  address: { most: 300, pattern: /\S/ },
  postcode: { most: 10, pattern: /^[\dA-Za-z][\dA-Za-z -]{1,9}$/ },
} as const satisfies Record<string, { most: number; pattern: RegExp }>

export type ContactField = keyof typeof contactRules
export type ContactDetails = Record<ContactField, string | null>

export const contactFields = keysOf(contactRules)

export function forEachContactField<Value>(valueOf: (field: ContactField) => Value): Record<ContactField, Value> {
  // All fields have a value.
  return Object.fromEntries(contactFields.map((field) => [field, valueOf(field)])) as Record<ContactField, Value>
}

export function contactProblems(typed: Record<ContactField, string>): ContactField[] {
  return contactFields.filter(
    (field) => typed[field].trim() !== '' && !contactRules[field].pattern.test(typed[field].trim()),
  )
}
