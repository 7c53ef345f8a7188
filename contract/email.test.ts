import { describe, expect, it } from 'vitest'
import { emailProblem, storedEmail } from './email.ts'

describe('email', () => {
  it('is required [FORM-01] [FORM-04]', () => {
    expect(emailProblem('')).toBe('This field is required')
    expect(emailProblem('  ')).toBe('This field is required')
  })

  it.each(['amelia.hart@demo.example', ' o.brien+x@a.co ', 'a@b-c.museum', '\u200ba@b\u00adc.example\u2060 '])(
    'accepts %j [FORM-02] [FORM-03]',
    (email) => {
      expect(emailProblem(email)).toBeNull()
    },
  )

  it.each(['amelia', 'amelia@demo', 'amelia@demo.e', 'a b@demo.example', 'a@@demo.example', 'a@demo.c0'])(
    'refuses %j [FORM-02] [FORM-03] [FORM-04]',
    (email) => {
      expect(emailProblem(email)).toBe('Please enter a valid email address')
    },
  )
})

it.each([
  ['Max@Bücher.Example', 'max@xn--bcher-kva.example'],
  ['max@bu\u0308cher.example', 'max@xn--bcher-kva.example'],
  ['max@XN--BCHER-KVA.example', 'max@xn--bcher-kva.example'],
  ['max@b\u00adücher.example', 'max@xn--bcher-kva.example'],
  ['\u200bmax@bücher\u3002example\ufeff ', 'max@xn--bcher-kva.example'],
  ['Rene\u0301@demo.example', 'ren\u00e9@demo.example'],
  ['RENÉ@demo.example', 'ren\u00e9@demo.example'],
  ['max@straße.example', 'max@xn--strae-oqa.example'],
  ['amelia.hart@demo.example', 'amelia.hart@demo.example'],
  ['max@1.2', 'max@1.2'],
  ['max@bü cher/x?y', 'max@bü cher/x?y'],
  ['nobody', 'nobody'],
])('the email %j is stored as %j', (typed, stored) => {
  expect(storedEmail(typed)).toBe(stored)
  expect(storedEmail(stored)).toBe(stored)
})
