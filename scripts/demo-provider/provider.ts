// A real OpenID provider for demo and tests, with login by one click. Takes its settings as JSON in the first argument.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { DemoProviderSettings } from '../../server/demo-provider.ts'
import { choicePage, failurePage, logoutPage } from './pages.ts'

// The parent process writes these settings.
const settings = JSON.parse(process.argv[2] ?? '') as DemoProviderSettings
const server = createServer()
const port = await listen(settings.port).catch(() => listen(0))
const issuer = `http://${settings.name}.localhost:${port}`
const provider = makeProvider()
const serveProtocol = provider.callback()
server.on('request', (request, response) => {
  serve(request, response).catch(() => sendPage(response, 400, failurePage(settings.title)))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ issuer })

function makeProvider(): Provider {
  const { clientId, clientSecret, redirectUris, afterLogout, acr, people, title } = settings
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const made = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: afterLogout,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: {
      keys: [
        { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(6).toString('hex'), use: 'sig', alg: 'RS256' },
      ],
    },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    acrValues: [acr],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (page: { body: unknown }, form: string) => void (page.body = logoutPage(title, form)),
      },
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    ttl: { Interaction: 600, Session: 12 * 3600, Grant: 12 * 3600 },
    findAccount: (_: unknown, accountId: string) => {
      const person = people.find(({ id }) => id === accountId)
      return person && { accountId, claims: () => ({ sub: accountId, email: person.email, email_verified: true }) }
    },
    // No consent page, because the portal is the employer's own.
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new made.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    renderError: (page: { body: unknown; type: string }) => {
      page.type = 'html'
      page.body = failurePage(title)
    },
  })
  return made
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '/').split('?', 2)
  if (!path.startsWith('/sign-in/')) return serveProtocol(request, response)
  const { uid } = await provider.interactionDetails(request, response)
  if (path === `/sign-in/${uid}`)
    return sendPage(response, 200, choicePage(settings.title, { uid, people: settings.people }))
  const person = settings.people.find(({ id }) => id === new URLSearchParams(query).get('as'))
  if (path !== `/sign-in/${uid}/done`) return sendPage(response, 404, failurePage(settings.title))
  const result = person
    ? { login: { accountId: person.id, acr: settings.acr, amr: ['pwd', 'otp'] } }
    : { error: 'access_denied', error_description: 'Nobody was chosen' }
  return provider.interactionFinished(request, response, result)
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(page)
}

function listen(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      server.off('error', reject)
      // A listening TCP server has an address with a port.
      resolve((server.address() as AddressInfo).port)
    })
  })
}
