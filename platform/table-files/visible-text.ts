/** Joiners (U+200C, U+200D) after letters of scripts other than Latin are part of the writing. */
const invisible =
  /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|(?<![\p{L}\p{M}])[\u200c\u200d]|(?<=\p{Script=Latin})[\u200c\u200d]/gu
const otherSpaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const either = /\p{Default_Ignorable_Code_Point}|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u

// oxlint-disable-next-line no-control-regex
const isAscii = /^[\u0000-\u007f]*$/

export function hasInvisible(text: string): boolean {
  return either.test(text)
}

const wideDigits = /[\uff10-\uff19]/g

/** Returns a text as a person sees it: without invisible characters, with plain spaces, digits and composed letters, trimmed. */
export function visibleText(text: string): string {
  if (isAscii.test(text)) return text.trim()
  const plain = either.test(text) ? text.replaceAll(invisible, '').replaceAll(otherSpaces, ' ') : text
  return plain
    .replaceAll(wideDigits, (digit) => digit.normalize('NFKC'))
    .normalize('NFC')
    .trim()
}

export function columnKey(name: string): string {
  return visibleText(name)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
