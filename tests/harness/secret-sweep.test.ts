import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { secretsFoundIn } from './secret-sweep.ts'

const password = 'Quartz&94 "Wren"-Löft'
const token = 'pFhbV2a9QmC0s4uYt7wX1gpFhbV2a9QmC0s4uYt7wX0'
const seed = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const secrets = [
  { name: 'password', value: password },
  { name: 'token', value: token },
  { name: 'seed', value: seed },
  { name: 'code', value: '123456' },
]
const bytes = Buffer.from(password)

describe('secretsFoundIn', () => {
  it.each([
    ['unchanged', `x${password}x`, ['password']],
    ['as JSON', JSON.stringify({ password }), ['password']],
    ['as JSON in JSON', JSON.stringify(JSON.stringify({ password })), ['password']],
    ['in an address', `?p=${encodeURIComponent(password)}&q`, ['password']],
    ['in a form', new URLSearchParams({ password }).toString(), ['password']],
    ['in hexadecimal', `\\x00${bytes.toString('hex')}ff`, ['password']],
    ['in capital hexadecimal', bytes.toString('hex').toUpperCase(), ['password']],
    ...[0, 1, 2, 3].map((before): [string, string, string[]] => [
      `in base 64, at offset ${before}`,
      Buffer.concat([Buffer.alloc(before, 'a'), bytes, Buffer.from('more')]).toString('base64'),
      ['password'],
    ]),
    ['in base 64 of addresses', Buffer.from(`ab${password}`).toString('base64url'), ['password']],
    ['as the bytes of a token', Buffer.from(token, 'base64url').toString('hex'), ['token']],
    ['as the bytes of a seed', Secret.fromBase32(seed).hex.toLowerCase(), ['seed']],
    ['as a code', '{"code": "123456"}', ['code']],
    ['beside another secret', `${password} ${token}`, ['password', 'token']],
  ])('finds a secret that is %s', (_, text, found) => {
    expect(secretsFoundIn(text, secrets)).toEqual(found)
  })

  it('finds nothing in a text with similar words, and refuses to search for a short secret', () => {
    const others = `${password.slice(1)} ${token.slice(1)} a123456 0.123456 ${Buffer.from('other').toString('base64')}`
    expect(secretsFoundIn(others, secrets)).toEqual([])
    expect(() => secretsFoundIn('', [{ name: 'short', value: 'wrong' }])).toThrow(RangeError)
  })
})
