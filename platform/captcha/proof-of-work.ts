import { z } from 'zod'
import { keyRing, type ServerSecret } from '../key-ring.ts'
import { captchaLimits } from './limits.ts'
import type { CaptchaVerdict, CaptchaPage, Captcha } from '../captcha-provider.ts'
import { puzzle, type Puzzle, algorithm } from '../captcha-puzzle.ts'

/** `cost`: PBKDF2 rounds for each number. The browser must find a number from `from` to `to`. */
export type PuzzleEffort = { cost: number; from: number; to: number }

const usualEffort: PuzzleEffort = { cost: 2_000, from: 150, to: 1_000 }

const solved = z.object({
  challenge: puzzle,
  solution: z.object({ counter: z.number().int(), derivedKey: z.string().regex(/^[0-9a-f]+$/) }),
})

/** The portal's own captcha: a signed puzzle for the browser. Nothing is stored. */
export function proofOfWork(serverSecret: ServerSecret, effort: PuzzleEffort = usualEffort): Captcha {
  const keys = keyRing(serverSecret, 'robot check').all.map(({ bytes }) => ({
    hmacSignatureSecret: bytes.toString('base64url'),
    hmacKeySignatureSecret: `${bytes.toString('base64url')} key`,
  }))
  return {
    origins: null,
    offer: async ({ host, now }) => {
      const { createChallenge, randomInt, deriveKey } = await puzzles()
      const challenge = await createChallenge({
        algorithm,
        cost: effort.cost,
        counter: randomInt(effort.to, effort.from),
        deriveKey,
        data: { host, madeAt: now.getTime() },
        ...keys[0],
      })
      return { provider: 'proof-of-work', puzzle: puzzle.parse(challenge) }
    },
    check: async (token, page) => {
      const sent = readToken(token)
      if (!sent || !isOf(sent.challenge, page)) return { is: 'failed' }
      const { verifySolution, deriveKey } = await puzzles()
      for (const key of keys) {
        const { verified } = await verifySolution({ ...sent, deriveKey, ...key })
        if (verified) return { is: 'passed', once: sent.challenge.signature } satisfies CaptchaVerdict
      }
      return { is: 'failed' }
    },
  }
}

async function puzzles() {
  const { createChallenge, randomInt, verifySolution } = await import('altcha-lib')
  const { deriveKey } = await import('altcha-lib/algorithms/pbkdf2')
  return { createChallenge, randomInt, verifySolution, deriveKey }
}

/** Checks host and age here, because the library does not know the portal's clock. */
function isOf({ parameters: { data } }: Puzzle, { host, now }: CaptchaPage): boolean {
  const age = now.getTime() - data.madeAt
  return data.host === host && age >= 0 && age <= captchaLimits.livesMs
}

function readToken(token: string): z.output<typeof solved> | undefined {
  try {
    return solved.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data
  } catch {
    return undefined
  }
}
