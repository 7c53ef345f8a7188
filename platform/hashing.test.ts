import { hash } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HashingBusy, hashingLimits, passwordHashing } from './hashing.ts'
import { deriveKey } from './key-ring.ts'

const secret = randomBytes(32)
const { hash: hashed, verify } = passwordHashing(secret)

describe('password hashing', () => {
  it('stores argon2id with its parameters, a separate salt and the id of the pepper [S-18]', async () => {
    const [one, two] = await Promise.all([hashed('Quartz&94Wren-Loft'), hashed('Quartz&94Wren-Loft')])
    expect(one).toMatch(/^[0-9a-f]{8}:\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/)
    expect(one).not.toBe(two)
    expect(await verify(one, 'Quartz&94Wren-Loft')).toEqual({ matches: true, outdated: false })
    expect(await verify(one, 'Quartz&94Wren-Loft ')).toEqual({ matches: false, outdated: false })
  })

  it('distinguishes passwords that differ only after byte 72, and treats all Unicode forms of an accent alike [S-16]', async () => {
    const long = 'a'.repeat(72)
    const stored = await hashed(`${long}b`)
    expect((await verify(stored, `${long}c`)).matches).toBe(false)
    expect((await verify(await hashed('Zo\u00eb-Bramble-42!'), 'Zoe\u0308-Bramble-42!')).matches).toBe(true)
  })

  it('verifies no password without the secret of this server [S-18]', async () => {
    const stored = await hashed('right')
    const stranger = passwordHashing(randomBytes(32))
    expect((await stranger.verify(stored, 'right')).matches).toBe(false)
    const keyId = stored.slice(0, 8)
    const unpeppered = await hash('right', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect((await verify(`${keyId}:${unpeppered}`, 'right')).matches).toBe(false)
  })

  it('verifies hashes made with an older secret, and reports that the password should be hashed again [S-18] [S-84]', async () => {
    const stored = await hashed('right')
    const rotated = passwordHashing([randomBytes(32), secret])
    expect(await rotated.verify(stored, 'right')).toEqual({ matches: true, outdated: true })
    expect(await rotated.verify(stored, 'wrong')).toEqual({ matches: false, outdated: false })
    const anew = await rotated.hash('right')
    expect(await rotated.verify(anew, 'right')).toEqual({ matches: true, outdated: false })
    expect((await verify(anew, 'right')).matches).toBe(false)
  })

  it('reports if the hash of the right password was made with older parameters', async () => {
    const keyId = (await hashed('any')).slice(0, 8)
    const older = await hash('right', {
      memoryCost: 8_192,
      timeCost: 2,
      parallelism: 1,
      secret: deriveKey(secret, 'password pepper'),
    })
    expect(await verify(`${keyId}:${older}`, 'right')).toEqual({ matches: true, outdated: true })
    expect(await verify(`${keyId}:${older}`, 'wrong')).toEqual({ matches: false, outdated: false })
  })

  it('refuses every password for an unknown account, and takes about as long as for a wrong password [S-02]', async () => {
    const stored = await hashed('right')
    const spent = { nobody: 0, wrong: 0 }
    for (let each = 0; each < 40; each += 1) {
      for (const [who, known] of [
        ['nobody', null],
        ['wrong', stored],
      ] as const) {
        // CPU time of this process, so that other load on the machine has no effect.
        const before = process.cpuUsage()
        expect((await verify(known, 'wrong')).matches).toBe(false)
        const { user, system } = process.cpuUsage(before)
        spent[who] += user + system
      }
    }
    // A hash takes several milliseconds. If it were skipped, the ratio would be near zero.
    expect(spent.nobody / spent.wrong).toBeGreaterThan(0.5)
    expect(spent.nobody / spent.wrong).toBeLessThan(2)
  })

  it('refuses checks that do not fit into the queue, and still runs the other checks [S-09]', async () => {
    const stored = await hashed('right')
    const asked = await Promise.allSettled(
      Array.from({ length: hashingLimits.queue + 50 }, () => verify(stored, 'right')),
    )
    const refused = asked.filter((each) => each.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ reason }) => reason instanceof HashingBusy)).toBe(true)
    expect(asked.filter((each) => each.status === 'fulfilled').every(({ value }) => value.matches)).toBe(true)
  })
})
