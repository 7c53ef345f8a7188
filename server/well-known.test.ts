import { describe, expect, it } from 'vitest'
import { startPortal } from '../tests/harness/portal.ts'

describe('well-known addresses', () => {
  it.each([
    [undefined, 'mailto:support@benefits.example'],
    ['security@benefits.example', 'mailto:security@benefits.example'],
    ['https://benefits.example/report', 'https://benefits.example/report'],
  ])('say where to report a vulnerability, according to the setting %s [S-89]', async (securityContact, contact) => {
    const portal = await startPortal({ securityContact, portalUrl: 'http://{site}.localhost' })
    const { statusCode, headers, body } = await portal.request({ url: '/.well-known/security.txt' })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toContain(`Contact: ${contact}\n`)
    expect(body).toContain('Canonical: http://demo.localhost/.well-known/security.txt\n')
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
  })

  it('lead password managers to the panel for changing a password', async () => {
    const portal = await startPortal()
    const { statusCode, headers } = await portal.request({ url: '/.well-known/change-password' })
    expect([statusCode, headers.location]).toEqual([302, '/app/home/?panel=change-password'])
  })
})
