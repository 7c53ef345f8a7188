import { passwordLength } from '../../contract/password.ts'

// These functions only count and search, so their time depends only on the length of the password.

export const SHORTEST_PASSWORD = 12

export function isLongEnough(password: string): boolean {
  return passwordLength(password) >= SHORTEST_PASSWORD
}

/** For example 'aaa', 'ababa' or 'wrenwren'. */
export function hasRepeats(password: string): boolean {
  const letters = Array.from(password.toLowerCase())
  const half = Math.floor(letters.length / 2)
  return Array.from({ length: half }, (_, index) => index + 1).some((size) => repeatsAfter(letters, size))
}

function repeatsAfter(letters: readonly string[], size: number): boolean {
  const needed = size < 3 ? size + 1 : size
  let alike = 0
  return letters.some((letter, at) => {
    alike = letter === letters[at - size] ? alike + 1 : 0
    return alike === needed
  })
}

const rising = ['abcdefghijklmnopqrstuvwxyz', '01234567890']
const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop']
const reversed = (line: string) => Array.from(line).toReversed().join('')
const forwardsAndBackwards = (lines: readonly string[]) => lines.flatMap((line) => [line, reversed(line)])

/** True for four letters or digits in order ('1234'), or five neighbouring keys. Ordinary words have four ('property'). */
export function hasSequence(password: string): boolean {
  const text = password.toLowerCase()
  return (
    contains(text, { size: 4, of: forwardsAndBackwards(rising) }) ||
    contains(text, { size: 5, of: forwardsAndBackwards(keyboardRows) })
  )
}

function contains(text: string, { size, of }: { size: number; of: readonly string[] }): boolean {
  const starts = Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size))
  return starts.some((piece) => of.some((line) => line.includes(piece)))
}

export function hasUpperCase(password: string): boolean {
  return /\p{Lu}/u.test(password.normalize('NFC'))
}

export function hasNumber(password: string): boolean {
  return /\p{Nd}/u.test(password)
}

/** Spaces and emoji are special characters (S-16). */
export function hasSpecialCharacter(password: string): boolean {
  return /[^\p{L}\p{M}\p{N}]/u.test(password)
}

function lettersOnly(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const spelledOut: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Turns 'p@ssw0rd' into 'password'. */
function withoutDisguise(text: string): string {
  return Array.from(text, (letter) => spelledOut[letter] ?? letter).join('')
}

function possibleSpellings(password: string): string[] {
  return [lettersOnly(password), lettersOnly(withoutDisguise(password))]
}

/** Shorter names, such as 'Jo', occur in many words. */
const SHORTEST_NAME = 3

export type PersonalDetails = { firstName: string; surname: string; email: string; dateOfBirth: string | null }

/** Also finds the local part of the email, and the date of birth in usual notations (FORM-38). */
export function hasPersonalDetails(password: string, details: PersonalDetails): boolean {
  const names = [details.firstName, details.surname, details.email.split('@')[0] ?? ''].flatMap((name) => [
    lettersOnly(name),
    ...name.split(/[^\p{L}\p{M}\p{N}]+/u).map(lettersOnly),
  ])
  const dates = details.dateOfBirth === null ? [] : datesOf(details.dateOfBirth)
  const found = [...names.filter((name) => name.length >= SHORTEST_NAME), ...dates]
  return possibleSpellings(password).some((reading) => found.some((detail) => reading.includes(detail)))
}

/** Returns year, day-month and month-day. Every notation of a date contains one of these, such as '1705' in 170590. */
function datesOf(dateOfBirth: string): string[] {
  const [year = '', month = '', day = ''] = dateOfBirth.split('-')
  return [year, day + month, month + day]
}

export type CommonWords = {
  breached: ReadonlySet<string>
  words: readonly string[]
}

/** True for a breached password, even with additions ('Football2026!'), or if it contains one of `words`. */
export function hasCommonWords(password: string, { breached, words }: CommonWords): boolean {
  const text = password.normalize('NFC').toLowerCase()
  const undressed = [text, withoutDisguise(text)].flatMap((form) => [
    form,
    form.replaceAll(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, ''),
  ])
  const forms = [...undressed, ...possibleSpellings(password).map((form) => form.replaceAll(/\P{L}/gu, ''))]
  return (
    forms.some((form) => form.length >= SHORTEST_NAME && breached.has(form)) ||
    possibleSpellings(password).some((reading) => words.some((word) => reading.includes(word)))
  )
}

const SHORTEST_CONTEXT_WORD = 5

/** Returns easily guessed words: parts of the client's name and brand, 'benefits', 'password' (S-16). */
export function contextWords(names: readonly string[]): string[] {
  const pieces = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{M}\p{N}]+/u)]).map(lettersOnly)
  return [...new Set([...pieces.filter((piece) => piece.length >= SHORTEST_CONTEXT_WORD), 'benefits', 'password'])]
}
