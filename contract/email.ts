import { formMessages } from './messages.ts'

// Matches one address: text on both sides of the at sign, and a top-level domain of two or more letters (FORM-02, FORM-03).
export const emailPattern = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/

const invisible = /[\p{Cf}\p{Cc}]/gu

export function emailProblem(typed: string): string | null {
  const email = typed.replaceAll(invisible, '').trim()
  if (email === '') return formMessages.required
  return emailPattern.test(email) ? null : formMessages.email
}

/** Returns an address as it is stored and compared: lower case, NFC, no invisible characters, domain in ASCII. */
export function storedEmail(typed: string): string {
  const email = typed.replaceAll(invisible, '').trim().toLowerCase().normalize('NFC')
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + asciiDomain(email.slice(at))
}

export function asciiDomain(domain: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(domain)
  if (isPlain || /[\s/?#@:\\[\]]/.test(domain)) return domain.toLowerCase()
  const address = `https://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : domain.toLowerCase()
}
