import { z } from 'zod'
import type { IsoDate } from '../../contract/dates.ts'
import { day, resolveDay } from '../../domain/definition/day.rules.ts'

export function resolveDays(schema: z.core.$ZodType, value: unknown, today: IsoDate): unknown {
  if (value === undefined || value === null) return value
  if (schema === day) return typeof value === 'string' ? resolveDay(value, today) : value
  if (schema instanceof z.ZodObject && isGroup(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const ofPart = schema.shape[key]
        return [key, ofPart === undefined ? part : resolveDays(ofPart, part, today)]
      }),
    )
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => resolveDays(schema.element, item, today))
  const inner = innerSchema(schema)
  return inner === undefined ? value : resolveDays(inner, value, today)
}

/** Returns the path of every day in a schema. Throws for an unknown kind of schema. */
export function daysIn(schema: z.core.$ZodType, path = ''): string[] {
  if (schema === day) return [path]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) => daysIn(part, path === '' ? key : `${path}.${key}`))
  if (schema instanceof z.ZodArray) return daysIn(schema.element, `${path}[]`)
  const inner = innerSchema(schema)
  if (inner !== undefined) return daysIn(inner, path)
  const hidden = partsOf(schema).flatMap((part) => daysIn(part, path))
  if (hidden.length > 0) throw new Error(`${path} may be a day or something else: only one of them can be written back`)
  return []
}

export function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const behind =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable
  return behind ? schema.def.innerType : undefined
}

function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return [...schema.options]
  if (schema instanceof z.ZodRecord) return [schema.valueType]
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out]
  return []
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
