import { createCipheriv } from 'node:crypto'
import { expect, it } from 'vitest'
import { deriveKey } from './key-ring.ts'
import { valueEncryption } from './encryption.ts'

const secret = Buffer.from('a secret of the server, long enough')
const seeds = valueEncryption(secret, 'one-time-code seeds')

it('an encrypted value can be decrypted only with the owner named at encryption', () => {
  const sealed = seeds.seal('JBSWY3DPEHPK3PXP', 'carys')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seeds.open(sealed, 'carys')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => seeds.open(sealed, 'dan')).toThrow('unable to authenticate data')
  expect(() => valueEncryption(secret, 'something else').open(sealed, 'carys')).toThrow(
    'which this server does not have',
  )
  expect(() =>
    valueEncryption(Buffer.from('another secret of the server, too'), 'one-time-code seeds').open(sealed, 'carys'),
  ).toThrow('which this server does not have')
})

it('the same text is encrypted differently each time, and changed values are detected', () => {
  const sealed = seeds.seal('JBSWY3DPEHPK3PXP', 'carys')
  expect(seeds.seal('JBSWY3DPEHPK3PXP', 'carys')).not.toBe(sealed)
  const altered = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`
  expect(() => seeds.open(altered, 'carys')).toThrow('unable to authenticate data')
})

it('an encrypted value names its key: older keys can decrypt it, and the first key encrypts new values [S-84]', () => {
  const newer = Buffer.from('a newer secret of the server, also long')
  const rotated = valueEncryption([newer, secret], 'one-time-code seeds')
  const sealed = seeds.seal('JBSWY3DPEHPK3PXP', 'carys')
  expect(rotated.open(sealed, 'carys')).toBe('JBSWY3DPEHPK3PXP')
  expect([rotated.isCurrent(sealed), rotated.openIfAble(sealed, 'carys')]).toEqual([false, 'JBSWY3DPEHPK3PXP'])

  const anew = rotated.seal('JBSWY3DPEHPK3PXP', 'carys')
  const [, oldId, body] = sealed.split('.')
  const [version, newId] = anew.split('.')
  expect([version, oldId === newId]).toEqual(['2', false])
  expect(newId).toMatch(/^[0-9a-f]{8}$/)
  expect([rotated.isCurrent(anew), seeds.openIfAble(anew, 'carys')]).toEqual([true, null])
  expect(() => seeds.open(anew, 'carys')).toThrow(`Encrypted with key ${newId}, which this server does not have`)
  expect(() => rotated.open(`2.${newId}.${body}`, 'carys')).toThrow('unable to authenticate data')
})

it('values that name no key are decrypted with the right key of several', () => {
  const nonce = Buffer.alloc(12, 7)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, 'one-time-code seeds'), nonce)
  cipher.setAAD(Buffer.from('carys'))
  const body = Buffer.concat([cipher.update('JBSWY3DPEHPK3PXP', 'utf8'), cipher.final()])
  const nameless = `1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
  const other = Buffer.from('a newer secret of the server, also long')
  for (const secrets of [[secret], [other, secret], [secret, other]]) {
    const each = valueEncryption(secrets, 'one-time-code seeds')
    expect(each.open(nameless, 'carys')).toBe('JBSWY3DPEHPK3PXP')
    expect(each.isCurrent(nameless)).toBe(false)
  }
  const without = valueEncryption(other, 'one-time-code seeds')
  expect(() => without.open(nameless, 'carys')).toThrow('unable to authenticate data')
})
