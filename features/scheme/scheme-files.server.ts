import type { z } from 'zod'
import { writeYaml } from '../../platform/yaml-file.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import { clientFile, schemeYearFile } from '../../services/scheme/folder-format.ts'
import type { Scheme } from './read-scheme.server.ts'
import { resolveDays } from './relative-days.rules.ts'
import { benefitDefinition } from './benefit-definition.rules.ts'

export type SchemeFile = { name: string; content: string }

export function schemeFilesOf({ client, year, benefits, withdrawn, texts, today }: Scheme): SchemeFile[] {
  const dated = (schema: z.core.$ZodType, value: unknown) => writeYaml(resolveDays(schema, value, today))
  return [
    { name: client.file, content: dated(clientFile, client.value) },
    {
      name: `scheme-${resolveDay(year.value.from, today).slice(0, 4)}.yaml`,
      content: dated(schemeYearFile, year.value),
    },
    ...[...benefits, ...withdrawn].map(({ file, value }) => ({ name: file, content: dated(benefitDefinition, value) })),
    ...texts,
  ]
}

export function withdrawnName(name: string): string {
  return name.replace(/^benefits\//, 'withdrawn/')
}
