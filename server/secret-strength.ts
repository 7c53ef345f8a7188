export function weaknessOf(secret: string): string | undefined {
  const placeholder = placeholders.exec(secret)?.[0]
  if (placeholder) return `it contains '${placeholder}'`
  if (randomBits(secret) < 96) return 'it repeats itself'
  return undefined
}

const placeholders = /change-?_?me|replace-?_?me|pass-?_?word|passw0rd|secret|example|qwerty|letmein|default|portal/i

/** Upper bound of the entropy in bits: the log2 of the alphabet times the number of unpredictable characters. */
function randomBits(secret: string): number {
  return Math.log2(Math.max(1, new Set(secret).size)) * surprises(secret)
}

/** Counts characters that are not part of a repeated group of four, or of a row such as 3456, aaaa or dcba. */
function surprises(secret: string): number {
  let count = 0
  for (let at = 0; at < secret.length; at += 1) {
    const step = secret.charCodeAt(at) - secret.charCodeAt(at - 1)
    const goesOn = at >= 2 && Math.abs(step) <= 1 && step === secret.charCodeAt(at - 1) - secret.charCodeAt(at - 2)
    const lastFour = secret.slice(at - 3, at + 1)
    const repeats = at >= 4 && secret.slice(0, at).includes(lastFour)
    if (!goesOn && !repeats) count += 1
  }
  return count
}
