import { parseArgs, type ParseArgsConfig } from 'node:util'

export function parseArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: string[],
  options: Options,
) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch {
    return undefined
  }
}

export const textOption = { type: 'string' } as const

export function isUuid(word: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word)
}
