export function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

export function refuse(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
