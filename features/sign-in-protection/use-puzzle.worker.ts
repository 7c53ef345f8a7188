import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { RobotCheckReply } from '../../services/session/captcha.contract.ts'

type Puzzle = Extract<RobotCheckReply, { provider: 'proof-of-work' }>['puzzle']

/** Runs in its own worker: computes until a number solves the puzzle. */
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => void reckon(data))

async function reckon(challenge: Puzzle): Promise<void> {
  postMessage(await solveChallenge({ challenge, deriveKey }))
}
