import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { CaptchaReply } from '../../services/session/captcha.contract.ts'

type Puzzle = Extract<CaptchaReply, { provider: 'proof-of-work' }>['puzzle']

addEventListener('message', ({ data }: MessageEvent<Puzzle>) => void solvePuzzle(data))

async function solvePuzzle(challenge: Puzzle): Promise<void> {
  postMessage(await solveChallenge({ challenge, deriveKey }))
}
