import type { SignOnFailure } from '../session/sign-on-paths.rules.ts'

/** Thrown if the provider's response does not prove who the person is. Only the log gets the reason. */
export class UnverifiedIdentity extends Error {
  readonly kind: SignOnFailure
  constructor(reason: string, kind: SignOnFailure = '') {
    super(reason)
    this.name = 'UnverifiedIdentity'
    this.kind = kind
  }
}

type Checked = { what?: string; kindOf?: (error: unknown) => SignOnFailure }

/** Turns every error into an UnverifiedIdentity, whose reason quotes no input (S-83). */
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
