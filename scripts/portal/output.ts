export function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

export function fail(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
