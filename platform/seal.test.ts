import { expect, it } from 'vitest'
import { sealing } from './seal.ts'

const secret = Buffer.from('a secret of the server, long enough')
const seeds = sealing(secret, 'one-time-code seeds')

it('opens what it sealed, for its owner alone', () => {
  const sealed = seeds.seal('JBSWY3DPEHPK3PXP', 'carys')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seeds.open(sealed, 'carys')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => seeds.open(sealed, 'dan')).toThrow('unable to authenticate data')
  expect(() => sealing(secret, 'something else').open(sealed, 'carys')).toThrow('unable to authenticate data')
  expect(() =>
    sealing(Buffer.from('another secret of the server, too'), 'one-time-code seeds').open(sealed, 'carys'),
  ).toThrow('unable to authenticate data')
})

it('seals the same text differently each time and notices a change', () => {
  const sealed = seeds.seal('JBSWY3DPEHPK3PXP', 'carys')
  expect(seeds.seal('JBSWY3DPEHPK3PXP', 'carys')).not.toBe(sealed)
  const altered = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`
  expect(() => seeds.open(altered, 'carys')).toThrow('unable to authenticate data')
})
