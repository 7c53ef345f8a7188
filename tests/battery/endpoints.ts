import { randomBytes, randomUUID } from 'node:crypto'
import { addressOf, type Endpoint } from '../../contract/endpoint.ts'
import { captchaOf } from '../../platform/captcha/captcha.ts'
import { handlersOf } from '../../server/endpoints.ts'
import { captchaCheck } from '../../server/captcha-check.ts'

export const endpoints: readonly Endpoint[] = handlersOf(
  {
    mode: 'test',
    serverSecret: randomBytes(32),
    findClient: () => Promise.resolve(null),
    supportEmail: 'support@benefits.example',
    defaultBrand: 'Test Benefits',
    captcha: captchaCheck(captchaOf({ provider: 'proof-of-work' }, randomBytes(32)), {
      fixedSite: 'demo',
      note: () => undefined,
    }),
    inClient: () => Promise.reject(new Error('Nothing is called here')),
  },
  { voucherApplications: { secretOf: () => undefined, portalOf: () => null, note: () => undefined } },
).map(({ endpoint }) => endpoint)

/** Returns a name such as 'PATCH /api/v1/selection/{id}'. */
export function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${decodeURIComponent(addressWith(endpoint, (name) => `{${name}}`))}`
}

export function addressWith(endpoint: Endpoint, id: (name: string) => string = () => randomUUID()): string {
  return addressOf(endpoint, Object.fromEntries(idNames(endpoint).map((name) => [name, id(name)])))
}

export function idNames({ path }: Endpoint): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
