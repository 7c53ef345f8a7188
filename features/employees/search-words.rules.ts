/** Folds text like `app.folded` in SQL, so that 'muller' finds Müller. */
export function normaliseForSearch(text: string): string {
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

const wordLimit = 6
const longestList = 100
const longestWord = 300

export function searchWords(typed: string): string[] {
  const text = typed.trim()
  if (text.length > longestList) return [normaliseForSearch(text.slice(0, longestWord))].filter((word) => word !== '')
  return text
    .split(/[\s,]+/)
    .map(normaliseForSearch)
    .filter((word) => word !== '')
    .slice(0, wordLimit)
}

/** Short words match only the beginning of a word. */
export function isShortWord(word: string): boolean {
  return word.length < 3
}

export function likePattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return isShortWord(word) ? `% ${literal}%` : `%${literal}%`
}
