import { describe, expect, it } from 'vitest'
import { emailProblem } from './email.ts'

describe('email', () => {
  it('is required [FORM-01] [FORM-04]', () => {
    expect(emailProblem('')).toBe('This field is required')
    expect(emailProblem('  ')).toBe('This field is required')
  })

  it.each(['amelia.hart@demo.example', ' o.brien+x@a.co ', 'a@b-c.museum'])(
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
