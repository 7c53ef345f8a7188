import { formMessages } from './messages.ts'

// One address, something before and after the at sign, and a top-level part of two or more letters (FORM-02, FORM-03).
const pattern = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/

/** What is wrong with an email address as it was typed, in a sentence; null when nothing is. */
export function emailProblem(typed: string): string | null {
  const email = typed.trim()
  if (email === '') return formMessages.required
  return pattern.test(email) ? null : formMessages.email
}
