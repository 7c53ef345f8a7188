/** What a command answers: its text, and 0. */
export function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Why a command did nothing, and 1. */
export function refuse(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
