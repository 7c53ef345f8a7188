import { emailProblem, storedEmail } from '../../contract/email.ts'

/** The value of a cell in the format of employment facts, or the rule that the cell breaks, as the end of a sentence. */
export type CellValue = string | { fault: string }

export function textUpTo(limit: number): (written: string) => CellValue {
  return (written) => {
    if (/[\n\r\u0085\u2028\u2029]/.test(written)) return { fault: 'contains a line break. Please write it on one line' }
    if (written.includes('\t')) return { fault: 'contains a tab. Please remove it' }
    if (/[<>]/.test(written)) return { fault: 'contains < or >, which cannot be stored. Please remove it' }
    if (misread.test(written))
      return { fault: 'has letters that a program read wrongly, such as Ã© for é. Please write them again' }
    if (escaped.test(written))
      return { fault: 'has a code in place of a letter or sign, such as &amp; for &. Please write the letter or sign' }
    if (written.includes('?') && lost.test(written))
      return {
        fault: 'has a question mark, perhaps in place of a letter that a program could not write. Please correct it',
      }
    if (/^(?:TRUE|FALSE)$/.test(written))
      return {
        fault: 'is the result of a formula. Please write the value; if it is a name, write True',
      }
    if (dateOfSpreadsheet.test(written)) return { fault: `is a date that a spreadsheet made of it. ${asText}` }
    const control = /[\u0000-\u001f\u007f-\u009f\ufff9-\ufffc]|\p{Co}/u.exec(written)?.[0]
    if (control !== undefined) return { fault: `contains ${characterName(control)}. Please remove it` }
    if (written.length > limit) return { fault: `has ${written.length} characters, and at most ${limit} are allowed` }
    return written
  }
}

/** UTF-8 that was read as Windows-1252, Mac Roman or DOS text, or a letter that could not be read. */
const misread =
  /\ufffd|[√≈][\u0080-\u{10ffff}]|‚Ä|ΓÇ|[\u2500-\u257f]|[ÂÃ][\u0080-\u009f\u00a1-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[™œ“”˜]/u
const lost = /\p{L}\?|\?\p{L}|^\?+$/u
const escaped =
  /&(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp|[a-z]{1,2}(?:acute|grave|circ|uml|tilde|cedil|ring|slash|lig|caron));|\\u[\da-f]{4}|=C3=[89AB][\dA-F]/i

/** Null is a surname, but programs write these words in small letters. */
const noName = /^(?:[Nn]\/[Aa]|null|none|nan|NaN|undefined|\\N)$/

export function nameUpTo(limit: number, advice = ''): (written: string) => CellValue {
  return (written) => {
    if (noName.test(written))
      return { fault: 'is a word for no value. Please write the name; if this is the name, begin it with a capital' }
    const text = textUpTo(limit)(written)
    return typeof text === 'string' && !/\p{L}/u.test(text) ? { fault: `has no letters${advice}` } : text
  }
}

/** A number or code that identifies a person or a cost. Refuses numbers that a spreadsheet has changed, such as 1.2E+05. */
export function identifierUpTo(limit: number): (written: string) => CellValue {
  return (written) => {
    const kind = mangled.find(({ form }) => form.test(written))
    return kind ? { fault: `${kind.fault}. ${asText}` } : textUpTo(limit)(written)
  }
}

const asText = 'Please format the column as text and write the value again'
const monthNames = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
/** As Excel writes dates: a code such as mar-01 is not a date. */
const dateOfSpreadsheet = new RegExp(
  String.raw`^(?:\d{4}-\d{2}-\d{2}(?: .*)?|\d{1,2}/\d{1,2}/\d{4}|\d{1,2}-(?:${monthNames})(?:-\d{2,4})?|(?:${monthNames})-\d{2,4})$`,
)
const mangled = [
  {
    form: /^\d(?:E\+|[.,]\d+E\+?)\d+$/i,
    fault: 'is a long number that a spreadsheet shortened, so its last digits are lost',
  },
  { form: /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/, fault: 'is a number with commas that a spreadsheet added' },
  { form: /^\d+\.0+$/, fault: 'is a number with decimals that a program added' },
]

export const isSpreadsheetError = (written: string): boolean =>
  /^#(?:N\/A|NV|NAME\?|DIV\/0!|GETTING_DATA|[A-ZÄÖÜ]+!)$|^#{3,}$|^Err:\d{3}$|^Loading\.\.\.$/.test(written)

const amount = /^(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,8})?(?:\.(\d*))?$/

const mostPence = 99_999_999_99n

const otherCurrency = /(?!£)\p{Sc}|(?<!\p{L})(?:EUR|USD|CHF|PLN|SEK|NOK|DKK|CAD|AUD|INR|JPY|kr)(?!\p{L})|zł|Kč/iu

/** Returns pence. */
export function readPounds(written: string): CellValue | undefined {
  const plain = written
    .replace(/^(?:£|GBP)/i, '')
    .replace(/GBP$/i, '')
    .trim()
  if (/^[-–−(].*\d|^[\d.,]+-$/.test(plain)) return { fault: 'is below zero' }
  if (otherCurrency.test(plain)) return { fault: 'is in another currency. Please write pounds' }
  if (/\d,\d{1,2}$/.test(plain))
    return { fault: 'has a comma before the pence. Please write a full stop, as in 30000.50' }
  if (/^\d+(?:\.\d+)?E[+-]?\d+$/i.test(plain)) return { fault: 'is a shortened number. Please write all its digits' }
  const [found, whole = '', fraction = ''] = amount.exec(plain) ?? []
  if (found === undefined || whole + fraction === '') return undefined
  // 30.000 is 30,000 in many countries.
  if (whole !== '' && fraction.length === 3)
    return { fault: 'has three digits after the full stop. Please write pounds and pence, as in 30000.50' }
  const pence = withoutEndZeros(fraction)
  if (pence.length > 2) return { fault: 'has more than two decimals. Please round it to whole pence' }
  const total = BigInt(`${whole.replaceAll(/[, ]/g, '')}${pence.padEnd(2, '0')}`)
  return total > mostPence ? undefined : String(total)
}

function withoutEndZeros(digits: string): string {
  const last = digits.split('').findLastIndex((digit) => digit !== '0')
  return digits.slice(0, last + 1)
}

type Bounds = { above?: number; most: number; decimals: number }

export function decimalWithin({ above = -1, most, decimals }: Bounds): (written: string) => CellValue | undefined {
  return (written) => {
    if (/^\d+,\d+$/.test(written)) return { fault: 'has a comma. Please write a full stop before the decimals' }
    const [found, whole = '', fraction = ''] = /^(\d{0,6})(?:\.(\d*))?$/.exec(written) ?? []
    if (found === undefined || whole + fraction === '') return undefined
    const digits = withoutEndZeros(fraction)
    if (digits.length > decimals)
      return {
        fault: `has ${digits.length} decimals, and at most ${decimals} are allowed. Please round it, for example to ${Number(Number(`${whole}.${digits}`).toFixed(decimals))}`,
      }
    const plain = `${whole.replace(/^0+(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`
    return Number(plain) > above && Number(plain) <= most ? plain : undefined
  }
}

export function readShare(written: string): CellValue | undefined {
  if (/^\d{1,3}(?:\.\d+)?$/.test(written) && Number(written) >= 2)
    return { fault: 'is above 1. Please write 80 per cent as 0.8 or 80%' }
  const percent = /^(\d{1,3}(?:\.\d+)?) ?%$/.exec(written)?.[1]
  return decimalWithin({ above: 0, most: 1, decimals: 4 })(
    percent === undefined ? written : String(Number((Number(percent) / 100).toFixed(8))),
  )
}

/** Returns hours as decimal digits. Also accepts hours and minutes, `37:30`, and a unit, `37.5 hours`. */
export function readHours(text: string): CellValue | undefined {
  const written = text.replace(/ ?(?:h|hrs?|hours?)\.?$/i, '')
  if (/^0+(?:\.0+)?$/.test(written))
    return { fault: 'must be above 0. Please leave it empty for people without fixed hours' }
  const [, whole, minutes] = /^(\d{1,2}):([0-5]\d)(?::00)?$/.exec(written) ?? []
  const plain = whole === undefined ? written : String(Number((Number(whole) + Number(minutes) / 60).toFixed(4)))
  return decimalWithin({ above: 0, most: 80, decimals: 4 })(plain)
}

/** Returns the first letter that is not Latin, because it may look like a Latin one. Accented letters are allowed. */
export function nonLatinLetterIn(address: string): string | undefined {
  return /(?![\u0021-\u007e\s])[^\p{Script=Latin}\p{M}]|[\uff00-\uffef]/u.exec(address)?.[0]
}

/** An email address that the login form accepts (FORM-02), in the spelling in which it is stored. */
export function readEmailAddress(written: string): CellValue | undefined {
  const foreign = nonLatinLetterIn(written)
  if (foreign !== undefined)
    return {
      fault: `contains ${characterName(foreign)}, which email addresses cannot contain here. Please type the address again`,
    }
  if (/[;,]|@.*@/.test(written)) return { fault: 'must be one email address only' }
  if (written.includes('@') && /\s/.test(written)) return { fault: 'contains a space or a line break' }
  if (/["<>()[\]\\:]|\.\.|^\.|\.@|@\.|@-/.test(written) || written.length > 254) return undefined
  return emailProblem(written) === null ? storedEmail(written) : undefined
}

function characterName(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{C}\p{Z}]/u.test(character) ? `an invisible character (${code})` : `“${character}” (${code})`
}

export function showInvisible(written: string): string {
  return written
    .replaceAll(/\r\n?|[\n\u2028\u2029]/g, '⏎')
    .replaceAll('\t', '⇥')
    .replaceAll(/\p{C}/gu, (character) =>
      characterName(character).replace('an invisible character (', '[').replace(')', ']'),
    )
}

export function readNiNumber(written: string): CellValue | undefined {
  const plain = plainNiNumber(written)
  if (/^TN\d{6}[FM]?$/.test(plain))
    return { fault: 'is a temporary number. Please leave it empty until the person has a real one' }
  if (/^[A-Z]{2}\d{6}$/.test(plain)) return { fault: 'lacks the letter at its end. Please write all nine characters' }
  return /^[A-Z]{2}\d{6}[A-D]$/.test(plain) ? plain : undefined
}

export function plainNiNumber(written: string): string {
  return written.replaceAll(/[\s./-]/g, '').toUpperCase()
}
