import { pageData } from '../theme/use-theme.ts'
import type { CaptchaReply } from '../../services/session/captcha.contract.ts'
// This import is the worker's address.
// oxlint-disable-next-line import/default
import worker from './use-puzzle.worker.ts?worker&url'

type Puzzle = Extract<CaptchaReply, { provider: 'proof-of-work' }>['puzzle']
type ScriptPolicy = { createScriptURL: (address: string) => string }
type TrustedTypes = { createPolicy: (name: string, policy: ScriptPolicy) => ScriptPolicy }

// TypeScript's types lack Trusted Types. Browsers without them accept plain text.
const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
const ownOnly = trustedTypes?.createPolicy('portal-scripts', { createScriptURL: known })

function known(address: string): string {
  if (address !== worker && !allowScripts(address)) throw new TypeError(`${address} is not a script of the captcha`)
  return address
}

export function allowScripts(address: string): boolean {
  return pageData()?.captchaOrigins?.includes(new URL(address, location.href).origin) === true
}

export async function solvePuzzle(puzzle: Puzzle): Promise<string> {
  const reckoning = new Worker(scriptAt(worker), { type: 'module' })
  try {
    const solution = await new Promise((resolve, reject) => {
      reckoning.addEventListener('message', ({ data }) => resolve(data))
      reckoning.addEventListener('error', reject)
      // A message to a worker has no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      reckoning.postMessage(puzzle)
    })
    return btoa(JSON.stringify({ challenge: puzzle, solution }))
  } finally {
    reckoning.terminate()
  }
}

export function loadScript(address: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    script.src = scriptAt(address)
    document.head.append(script)
  })
}

function scriptAt(address: string): string {
  return ownOnly?.createScriptURL(address) ?? address
}
