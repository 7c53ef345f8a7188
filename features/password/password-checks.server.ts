import type { PasswordHashing } from '../../platform/hashing.ts'
import { breachedPasswords } from './breached-passwords.server.ts'
import type { PasswordChecks } from './password.contract.ts'
import type { PasswordFacts } from './password.queries.ts'
import { rulesIn, type PasswordRule } from '../../services/session/password.rules.ts'
import {
  contextWords,
  hasCommonWords,
  hasNumber,
  hasPersonalDetails,
  hasRepeats,
  hasSequence,
  hasSpecialCharacter,
  hasUpperCase,
  isLongEnough,
} from './password-strength.rules.ts'

type Measure = (password: string, facts: PasswordFacts) => boolean

const measures: Record<Exclude<PasswordRule, 'previous'>, Measure> = {
  length: isLongEnough,
  repeat: (password) => !hasRepeats(password),
  sequence: (password) => !hasSequence(password),
  common: (password, { names }) => {
    const { all, mostUsed } = breachedPasswords()
    return !hasCommonWords(password, { breached: all, words: [...mostUsed, ...contextWords(names)] })
  },
  upper: hasUpperCase,
  number: hasNumber,
  special: hasSpecialCharacter,
  personal: (password, { details }) => !hasPersonalDetails(password, details),
}

/** Treats the rule about former passwords as met, because comparing is slow. */
export function checksWithoutHistory(password: string, facts: PasswordFacts): PasswordChecks {
  return rulesIn(facts.rules).map((name) => ({
    name,
    // An empty password meets no rule (FORM-35).
    status: password !== '' && (name === 'previous' || measures[name](password, facts)),
  }))
}

export function areAllMet(checks: PasswordChecks): boolean {
  return checks.every(({ status }) => status)
}

/** Compares former passwords last, and only if all other rules are met (S-15). */
export async function checkPasswordRules(
  password: string,
  facts: PasswordFacts,
  { passwords, beforeComparing }: { passwords: PasswordHashing; beforeComparing?: () => Promise<void> },
): Promise<PasswordChecks> {
  const checks = checksWithoutHistory(password, facts)
  const asks = checks.some(({ name }) => name === 'previous')
  if (!asks || !areAllMet(checks)) return checks
  await beforeComparing?.()
  if (!(await isFormer(password, facts, passwords))) return checks
  return checks.map((check) => (check.name === 'previous' ? { ...check, status: false } : check))
}

async function isFormer(password: string, facts: PasswordFacts, passwords: PasswordHashing): Promise<boolean> {
  for (const hash of [facts.currentHash, ...facts.previousHashes]) {
    if (hash !== null && (await passwords.verify(hash, password)).matches) return true
  }
  return false
}
