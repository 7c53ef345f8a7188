import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldErrors, fieldMessage } from './refusals.ts'

const body = z.strictObject({
  name: z.string().min(1, 'Name is required'),
  surname: z.string({ error: 'Surname is required' }),
  note: z.string().max(20),
  answer: z.enum(['yes', 'no']),
  shape: z.discriminatedUnion('kind', [z.object({ kind: z.literal('round') }), z.object({ kind: z.literal('flat') })]),
})
const saidOf = (sent: object) => {
  const { error } = body.safeParse(sent, { error: fieldMessage })
  return error ? { ...fieldErrors(error) } : {}
}
const required = ['This field is required']
const invalid = ['This field is not valid']

it('a refusal describes a field in the format of its contract, even if the field is empty', () => {
  expect(saidOf({})).toEqual({
    name: ['Name is required'],
    surname: ['Surname is required'],
    note: required,
    answer: required,
    shape: required,
  })
  expect(saidOf({ name: null, surname: null, note: null, answer: null, shape: {} })).toEqual({
    name: ['Name is required'],
    surname: ['Surname is required'],
    note: required,
    answer: required,
    'shape.kind': required,
  })
})

it('a refusal says that a field of the wrong type is not valid', () => {
  expect(saidOf({ name: 1, surname: 'Hart', note: [], answer: 'perhaps', shape: { kind: 'odd' } })).toEqual({
    name: invalid,
    note: invalid,
    answer: invalid,
    'shape.kind': invalid,
  })
})
