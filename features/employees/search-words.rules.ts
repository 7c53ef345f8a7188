/** Like `app.folded` in SQL: 'muller' finds Müller. */
export function foldText(text: string): string {
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

/** A name, a number and an address. More words would only slow the search down. */
const wordLimit = 6
/** Longer texts, such as a pasted paragraph, are no list of words. */
const longestList = 100
/** A longer pattern is as useless, and slower. */
const longestWord = 300

/** Returns the words to find, or a text over 100 characters as a whole. */
export function searchWords(typed: string): string[] {
  const text = typed.trim()
  if (text.length > longestList) return [foldText(text.slice(0, longestWord))].filter((word) => word !== '')
  return text
    .split(/[\s,]+/)
    .map(foldText)
    .filter((word) => word !== '')
    .slice(0, wordLimit)
}

/** Three or more letters match anywhere; fewer match beginnings of words only. */
export function isShort(word: string): boolean {
  return word.length < 3
}

export function likePattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return isShort(word) ? `% ${literal}%` : `%${literal}%`
}
