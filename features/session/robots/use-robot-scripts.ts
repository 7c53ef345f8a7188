import { pageData } from '../../theme/use-theme.ts'
import type { RobotCheckReply } from './robot-check.contract.ts'
// The bundler gives its address, and not what it exports.
// oxlint-disable-next-line import/default
import worker from './use-puzzle.worker.ts?worker&url'

type Puzzle = Extract<RobotCheckReply, { provider: 'proof-of-work' }>['puzzle']
type ScriptPolicy = { createScriptURL: (address: string) => string }
type TrustedTypes = { createPolicy: (name: string, policy: ScriptPolicy) => ScriptPolicy }

// TypeScript's DOM library has no Trusted Types yet; where the browser has none either, text is taken as it is.
const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
const ownOnly = trustedTypes?.createPolicy('portal-scripts', { createScriptURL: known })

/** The worker of the portal's own check, and the script of the provider whose origin the server wrote into the page. */
function known(address: string): string {
  if (address !== worker && !allowScripts(address)) throw new TypeError(`${address} is no script of the robot check`)
  return address
}

/** Whether the policy of this very page lets the script come. */
export function allowScripts(address: string): boolean {
  return pageData()?.captchaOrigins?.includes(new URL(address, location.href).origin) === true
}

/** Solves the puzzle beside the page, which goes on answering; the token is what the server reads. */
export async function solve(puzzle: Puzzle): Promise<string> {
  const reckoning = new Worker(scriptAt(worker), { type: 'module' })
  try {
    const solution = await new Promise((resolve, reject) => {
      reckoning.addEventListener('message', ({ data }) => resolve(data))
      reckoning.addEventListener('error', reject)
      // It goes to a worker of ours, which has no origin to be named.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      reckoning.postMessage(puzzle)
    })
    return btoa(JSON.stringify({ challenge: puzzle, solution }))
  } finally {
    reckoning.terminate()
  }
}

/** Loads a provider's script; rejects when it does not come. */
export function load(address: string): Promise<unknown> {
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
