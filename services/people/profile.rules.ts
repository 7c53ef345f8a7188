/** Contact details that people may change; null clears a field. */
export type ContactDetails = {
  phone: string | null
  personalEmail: string | null
  address: string | null
  postcode: string | null
}

export const contactFields = [
  'phone',
  'personalEmail',
  'address',
  'postcode',
] as const satisfies readonly (keyof ContactDetails)[]

export const contactLimits = { phone: 20, personalEmail: 254, address: 300, postcode: 10 } as const

/** Lenient, because people abroad have other formats of numbers and postcodes. */
export const contactPatterns = {
  phone: /^\+?[\d ()-]{7,20}$/,
  // FORM-03
  personalEmail: /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/,
  address: /\S/,
  postcode: /^[\dA-Za-z][\dA-Za-z -]{1,9}$/,
} as const satisfies Record<keyof ContactDetails, RegExp>

/** Returns fields with invalid text. An empty field is valid and clears the value. */
export function contactProblems(typed: Record<keyof ContactDetails, string>): (keyof ContactDetails)[] {
  return contactFields.filter(
    (field) => typed[field].trim() !== '' && !contactPatterns[field].test(typed[field].trim()),
  )
}
