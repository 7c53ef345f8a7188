/** Text for search and sorting, as `app.folded`: without accents, case and apostrophes ('muller' finds Müller). */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'`\u2018\u2019\u02bc]/g, '')
    .toLowerCase()
    .replace(/[øłđðıħŧßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/^ +|(?<! ) +$/g, '')
}

const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** More would only slow the search down; a name, a number and an address fit. */
const mostWords = 6

/** What somebody typed as words to look for, folded. */
export function searchWords(typed: string): string[] {
  return typed
    .split(/[\s,]+/)
    .map(folded)
    .filter((word) => word !== '')
    .slice(0, mostWords)
}

/** From three letters on a word may stand anywhere; one or two letters match beginnings of words. */
export function isShort(word: string): boolean {
  return word.length < 3
}

/** The pattern of LIKE for a word in a text in which each word stands after a space. */
export function likePattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return isShort(word) ? `% ${literal}%` : `%${literal}%`
}
