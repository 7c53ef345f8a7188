import { randomBytes } from 'node:crypto'
import { StartError } from '../database/start-error.ts'
import { startDemoProcess, type DemoProcess } from './demo-process.ts'

/** Values from the example client's scheme folder. */
const named = {
  url: 'https://employers.treehouse-vouchers.example/employers',
  variable: 'VOUCHERS_NORTHGATE_SECRET',
  client: 'demo',
} as const

export type DemoVouchers = {
  secretOf: (name: string) => string | undefined
  standIn: (url: string) => Promise<string | undefined>
  stop: () => Promise<void>
}

const ADDRESS = 'DEMO_VOUCHERS_URL'

/** The demo's voucher application, started on first use. Not started if a setting names another. */
export function demoVouchers(
  portalPort: () => number,
  given: NodeJS.ProcessEnv,
  start: typeof startDemoProcess = startDemoProcess,
): DemoVouchers {
  const own = ownAddress(given)
  const secret = given[named.variable] ?? randomBytes(32).toString('base64url')
  let running: { process: DemoProcess; address: Promise<string | undefined> } | undefined

  const run = () => {
    const port = portalPort()
    const portals = [`http://localhost:${port}`, `http://${named.client}.localhost:${port}`]
    const process = start('examples/voucher-application/server.ts', {
      env: {
        VOUCHER_PORT: String(port + 2 > 65535 ? 0 : port + 2),
        VOUCHER_CLIENTS: JSON.stringify([{ client: named.client, secret, portals }]),
      },
    })
    void process.ended.then(() => (running = undefined))
    // The program sends a message of this type.
    const address = process.word.then((said) => (said as { address: string } | undefined)?.address)
    return { process, address }
  }
  return {
    secretOf: (name) => (name === named.variable ? secret : undefined),
    standIn: async (url) => {
      if (url !== named.url) return undefined
      if (own !== undefined) return own
      running ??= run()
      return running.address
    },
    stop: async () => running?.process.stop(),
  }
}

function ownAddress(given: NodeJS.ProcessEnv): string | undefined {
  const address = given[ADDRESS]
  if (address === undefined) return undefined
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new StartError(`${ADDRESS} must be an address such as http://treehouse-vouchers.localhost:4700/employers`)
  if (given[named.variable] === undefined)
    throw new StartError(`${ADDRESS} needs ${named.variable}, the secret which that application has as well`)
  return address
}
