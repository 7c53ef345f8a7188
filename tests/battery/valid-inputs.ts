import fc from 'fast-check'
import { z } from 'zod'

/** Values for generated inputs: existing ids, and words and numbers from responses of the portal. */
export type Vocabulary = { ids: readonly string[]; words: readonly string[]; numbers: readonly number[] }

export function validInputs(schema: z.ZodType, known: Vocabulary): fc.Arbitrary<unknown> {
  return fromJsonSchema(jsonSchemaOf(schema), known)
}

/** Converts a schema to JSON Schema, which leaves out refinements. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

export type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

function fromJsonSchema(schema: JsonSchema, known: Vocabulary): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map((one) => fromJsonSchema(one, known)))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => fromJsonSchema({ ...schema, type }, known)))
  switch (schema.type) {
    case 'object':
      return anObject(schema, known)
    case 'array': {
      const maxLength = Math.min(schema.maxItems ?? 3, 3)
      return fc.array(fromJsonSchema(schema.items ?? {}, known), { minLength: schema.minItems ?? 0, maxLength })
    }
    case 'string':
      return aString(schema, known)
    case 'integer':
    case 'number':
      return aNumber(schema, known)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case undefined:
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`No inputs are known for the type ${schema.type}`)
  }
}

function anObject(
  { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
  known: Vocabulary,
) {
  const declared = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, fromJsonSchema(one, known)]),
  )
  const fixed = fc.record(declared, { requiredKeys: required.filter((name) => name in declared) })
  if (typeof additionalProperties !== 'object') return fixed
  const key = aString(propertyNames ?? {}, known)
  const further = fc.dictionary(key, fromJsonSchema(additionalProperties, known), { maxKeys: 3 })
  return fc.tuple(further, fixed).map(([more, own]) => ({ ...more, ...own }))
}

function aString(
  { format, pattern, minLength = 0, maxLength = 40 }: JsonSchema,
  known: Vocabulary,
): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return known.ids.length > 0 ? fc.oneof(fc.constantFrom(...known.ids), fc.uuid()) : fc.uuid()
    case 'date':
      return fc.date({ noInvalidDate: true, ...someYears }).map((date) => date.toISOString().slice(0, 10))
    case 'date-time':
      return fc.date({ noInvalidDate: true, ...someYears }).map((date) => date.toISOString())
    case 'email':
      return madeOnce('email', () => fc.emailAddress())
    default:
  }
  if (pattern) return madeOnce(`like ${pattern}`, () => fc.stringMatching(new RegExp(pattern)))
  const longest = Math.min(maxLength, 40)
  const random = madeOnce(`of ${minLength} to ${longest}`, () =>
    fc.string({ unit: 'grapheme', minLength, maxLength: longest }),
  )
  const words = known.words.filter((word) => word.length >= minLength && word.length <= maxLength)
  return words.length > 0 ? fc.oneof(fc.constantFrom(...words), random) : random
}

const made = new Map<string, fc.Arbitrary<string>>()

/** Caches a generator by kind. fast-check takes milliseconds to build a generator, and every field needs one. */
function madeOnce(kind: string, make: () => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const before = made.get(kind)
  if (before) return before
  const now = make()
  made.set(kind, now)
  return now
}

const someYears = { min: new Date('1900-01-01'), max: new Date('2100-01-01') }

function aNumber({ type, minimum, maximum }: JsonSchema, { numbers }: Vocabulary): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -1_000_000, -1e12)
  const max = Math.min(maximum ?? 1_000_000, 1e12)
  const within = numbers.filter((one) => one >= min && one <= max && (type === 'number' || Number.isInteger(one)))
  const whole = fc.integer({ min, max })
  const each =
    type === 'integer'
      ? whole
      : fc.oneof(
          whole,
          whole.map((hundredths) => hundredths / 100),
        )
  return within.length > 0 ? fc.oneof(fc.constantFrom(...within), each) : each
}
