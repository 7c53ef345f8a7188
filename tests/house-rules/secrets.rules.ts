import type { Source } from './sources.ts'

const kinds: readonly [what: string, pattern: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY/],
  ['a key of a cloud', /\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b/],
  [
    'a token of a service',
    /\bgh[pousr]_\w{36}\b|\bgithub_pat_\w{40,}|\bxox[abprs]-[\w-]{10,}|\bnpm_\w{36}\b|\bsk-[\w-]{32,}/,
  ],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
]
/** Rules for product files only, because tests start databases with a password in the address. */
const ofProduct: typeof kinds = [
  ['a password in an address', /\b[a-z]+:\/\/[^\s/:@'"`${}]+:(?!password@host)[^\s/:@'"`${}]{6,}@/],
  ['a secret', /\b\w*(?:secret|password|passphrase|token|pepper|api_?key)\w*['"]?\s*[:=]\s*['"][\w+/=.-]{20,}['"]/i],
]
export function secretsIn({ path, text }: Source): string[] {
  const isProduct = !/^(?:tests|examples)\/|\.test\.tsx?$/.test(path)
  return text
    .split('\n')
    .flatMap((line, place) =>
      [...kinds, ...(isProduct ? ofProduct : [])]
        .filter(([, pattern]) => pattern.test(line))
        .map(([what]) => `${path}:${place + 1} holds ${what}: secrets come from the environment or a file it names`),
    )
}
