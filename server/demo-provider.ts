import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startDemoProcess } from './demo-process.ts'

const root = join(import.meta.dirname, '..')

/** Values from the example client's scheme folder. */
const named = {
  issuer: 'https://login.copperleaf.example',
  variable: 'IDP_COPPERLEAF_SECRET',
  clientId: 'employee-benefits-portal',
  site: 'copperleaf',
  acr: 'urn:copperleaf:two-factor',
} as const

const demoPeople = [
  { id: 'lena-fox', name: 'Lena Fox', email: 'lena.fox@copperleaf.example', role: 'Employer' },
  { id: 'kofi-mensah', name: 'Kofi Mensah', email: 'kofi.mensah@copperleaf.example', role: 'Employee' },
] as const

export type DemoProviderSettings = {
  name: string
  port: number
  title: string
  people: readonly { id: string; name: string; email: string; role: string }[]
  clientId: string
  clientSecret: string
  redirectUris: readonly string[]
  afterLogout: readonly string[]
  acr: string
}

export type DemoProvider = {
  isInstalled: boolean
  secretOf: (name: string) => string | undefined
  standIn: (issuer: string) => Promise<string | undefined>
  stop: () => Promise<void>
}

/** The demo's identity provider, started on first use. If it fails, a page says so. */
export function demoProvider(portalPort: () => number): DemoProvider {
  const clientSecret = randomBytes(32).toString('base64url')
  const isInstalled = existsSync(join(root, 'node_modules/oidc-provider'))
  let running: { issuer: Promise<string | undefined>; stop: () => Promise<void> } | undefined

  const run = () => {
    const settings = JSON.stringify(settingsFor(portalPort(), clientSecret))
    const started = startDemoProcess('scripts/demo-provider/provider.ts', { args: [settings] })
    void started.ended.then(() => (running = undefined))
    return {
      // The program sends a message of this type.
      issuer: started.word.then((said) => (said as { issuer: string } | undefined)?.issuer),
      stop: started.stop,
    }
  }
  return {
    isInstalled,
    secretOf: (name) => (name === named.variable ? clientSecret : undefined),
    standIn: async (issuer) => {
      if (issuer !== named.issuer || !isInstalled) return undefined
      running ??= run()
      return running.issuer
    },
    stop: async () => running?.stop(),
  }
}

function settingsFor(portalPort: number, clientSecret: string): DemoProviderSettings {
  const portal = `http://${named.site}.localhost:${portalPort}`
  return {
    name: 'copperleaf-login',
    port: portalPort + 1,
    title: 'Copperleaf Foods',
    people: demoPeople,
    clientId: named.clientId,
    clientSecret,
    redirectUris: [`${portal}/sso/callback`],
    afterLogout: [`${portal}/logout-success`],
    acr: named.acr,
  }
}
