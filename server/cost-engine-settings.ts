import { StartError } from '../database/start-error.ts'
import { isLoopback } from '../services/session/provider.rules.ts'
import type { Mode } from '../platform/app-context.ts'

/** The operator sets the address; schemes cannot. */
export type CostEngineSettings = { address: string; key?: string | undefined }

type EngineEnvironment = { MODE: Mode; COST_ENGINE_URL?: string | undefined; COST_ENGINE_KEY?: string | undefined }

/** Throws a StartError for an address without TLS, except on this machine outside production. */
export function readCostEngineSettings(said: EngineEnvironment): CostEngineSettings | undefined {
  const { MODE, COST_ENGINE_URL: address, COST_ENGINE_KEY: key } = said
  if (address === undefined) {
    if (key === undefined) return undefined
    throw new StartError('COST_ENGINE_KEY is set without COST_ENGINE_URL, the address it is for: set both, or neither.')
  }
  const url = URL.canParse(address) ? new URL(address) : null
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(address) && MODE !== 'production')
  if (!url || !isSafe || url.username !== '' || url.password !== '' || url.hash !== '')
    throw new StartError(
      'The setting COST_ENGINE_URL cannot be used: it must be an address that begins with https://, without a name or password in it; a demo may also ask http on this machine.',
    )
  return { address, key }
}
