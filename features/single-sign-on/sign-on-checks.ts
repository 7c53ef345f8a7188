import type { SignOnFailure } from '../session/sign-on-paths.rules.ts'

/** The response doesn't prove who the person is. The reason is for the log only, the kind for the person. */
export class UnverifiedIdentity extends Error {
  readonly kind: SignOnFailure
  constructor(reason: string, kind: SignOnFailure = '') {
    super(reason)
    this.name = 'NotProven'
    this.kind = kind
  }
}

type Checked = { what?: string; kindOf?: (error: unknown) => SignOnFailure }

/** A throw becomes a refusal, logged without the input (S-83). */
export async function runCheck<T>(check: Promise<T>, { what, kindOf = () => '' }: Checked = {}): Promise<T> {
  try {
    return await check
  } catch (error) {
    if (error instanceof UnverifiedIdentity) throw error
    throw new UnverifiedIdentity([what, wordsOf(error)].filter(Boolean).join(': '), kindOf(error))
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error was thrown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const cause = error.cause instanceof Error ? ` (${wordsOf(error.cause)})` : ''
  return `${code} ${/^[\w ,'()-]{0,100}/.exec(error.message)?.[0].trim() ?? ''}${cause}`
}
