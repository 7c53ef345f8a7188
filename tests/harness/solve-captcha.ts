import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaReply } from '../../services/session/captcha.contract.ts'
import type { Portal, PortalRequest } from './portal.ts'

export async function solveCaptcha(
  portal: Portal,
  request: Pick<PortalRequest, 'site' | 'headers'> = {},
): Promise<string> {
  const answer = await portal.request({ url: '/api/login/robot-check', ...request })
  const reply = answer.json<CaptchaReply>()
  if (reply.provider !== 'proof-of-work') throw new Error(`The check is made by ${reply.provider}`)
  return solvePuzzle(reply.puzzle)
}

export type Puzzle = Extract<CaptchaReply, { provider: 'proof-of-work' }>['puzzle']

export async function solvePuzzle(challenge: Puzzle): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
