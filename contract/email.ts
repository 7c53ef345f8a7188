import { formMessages } from './messages.ts'

// One address: text on both sides of the at sign, and a top-level domain of two or more letters (FORM-02, FORM-03).
const pattern = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/

export function emailProblem(typed: string): string | null {
  const email = typed.trim()
  if (email === '') return formMessages.required
  return pattern.test(email) ? null : formMessages.email
}
