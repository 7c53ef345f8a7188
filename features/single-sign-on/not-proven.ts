/** The provider has not said, so that it can be believed, who this is. The reason is for the log alone. */
export class NotProven extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotProven'
  }
}

/** Runs a library's check; a throw is a refusal, logged without what was sent (S-83). */
export async function checkedBy<T>(check: Promise<T>, what?: string): Promise<T> {
  try {
    return await check
  } catch (error) {
    if (error instanceof NotProven) throw error
    throw new NotProven([what, wordsOf(error)].filter(Boolean).join(': '))
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error was thrown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const cause = error.cause instanceof Error ? ` (${wordsOf(error.cause)})` : ''
  return `${code} ${/^[\w ,'()-]{0,100}/.exec(error.message)?.[0].trim() ?? ''}${cause}`
}
