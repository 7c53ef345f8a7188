import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedAddress, leaveFor } from './leave-for.rules.ts'

const origins = ['https://login.client.example', 'https://hub.provider.example:8443']

describe('an address outside the portal', () => {
  it('is opened where its origin is registered for the client, to the letter', () => {
    for (const address of ['https://login.client.example/logout?to=1', 'https://hub.provider.example:8443/'])
      expect(allowedAddress(address, origins)).toBe(address)
    for (const address of [
      null,
      '',
      '/app/home/',
      '//login.client.example/',
      'http://login.client.example/logout',
      'https://login.client.example:444/',
      'https://login.client.example.evil.test/',
      'https://evil.test/https://login.client.example/',
      'https://amelia:secret@login.client.example/',
      'https://login.client.example@evil.test/',
      'https:\\\\evil.test\\login.client.example',
      'javascript:location="https://login.client.example"',
      'data:text/html,https://login.client.example',
      'blob:https://login.client.example/1',
    ])
      expect(allowedAddress(address, origins)).toBeNull()
  })

  it('never leads to another origin, however it is written', () => {
    let ledOut = 0
    const piece = fc.constantFrom(
      'https:',
      'http:',
      'javascript:',
      'data:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '.',
      '%2e',
      '%00',
      '\t',
      '\n',
      ' ',
      '#',
      'login.client.example',
      'evil.test',
      'LOGIN.client.example',
      'login。client。example',
      'user',
      '443',
      '?',
      'é',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, whole) => {
        const address = (whole ? 'https://' : '') + pieces.join('')
        const opened = allowedAddress(address, origins)
        if (opened === null) return
        ledOut += 1
        const { origin, username, password } = new URL(opened, 'https://demo.portal.example/logout')
        expect([origins.includes(origin), username, password]).toEqual([true, '', ''])
      }),
      { numRuns: 5000 },
    )
    expect(ledOut).toBeGreaterThan(10)
  })
})

describe('who logs out', () => {
  const sso = 'https://login.client.example/logout'
  const hub = 'https://hub.provider.example:8443/logout'
  const from = (ssoLogoutUrl: string | null, isOneHubIntegrationActive: boolean, oneHubLogoutUrl: string | null) =>
    leaveFor({
      ssoLogoutUrl,
      user: { isOneHubIntegrationActive, oneHubLogoutUrl },
      client: { redirectOrigins: origins },
    })

  it("is led to single sign-on's logout, otherwise to the active hub's, otherwise nowhere else [LOGOUT-08]", () => {
    expect(from(sso, true, hub)).toBe(sso)
    expect(from(null, true, hub)).toBe(hub)
    expect(from(null, false, hub)).toBeNull()
    expect(from(null, true, null)).toBeNull()
    expect(from('https://evil.test/', true, hub)).toBe(hub)
    expect(from('https://evil.test/', true, 'https://evil.test/')).toBeNull()
  })
})
