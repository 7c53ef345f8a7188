import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedRedirect } from './redirects.ts'
import { anyCharacter } from '../tests/harness/arbitrary-character.ts'

const own = 'https://demo.benefits.example'
const origins = ['https://login.northgate.example', 'https://hub.provider.example:8443', 'http://plain.example']
const to = (address: string | null | undefined) => allowedRedirect(address, { own, origins })

describe('allowed redirects [S-63]', () => {
  it.each([
    ['/', '/'],
    ['/app/home/?panel=terms#top', '/app/home/?panel=terms#top'],
    ['/app/../app/home/', '/app/home/'],
    ['/%2e%2e/app', '/app'],
    ['https://login.northgate.example/logout?to=x', 'https://login.northgate.example/logout?to=x'],
    ['https://LOGIN.northgate.example/logout', 'https://login.northgate.example/logout'],
    ['https://login.northgate.example:443/', 'https://login.northgate.example/'],
    ['https://hub.provider.example:8443/out', 'https://hub.provider.example:8443/out'],
  ])('%s is allowed', (address, href) => expect(to(address)).toBe(href))

  it.each([
    '',
    null,
    undefined,
    'app/home',
    '//evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/app/..//evil.test/',
    '/%2e//evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    ' //evil.test',
    'https:evil.test',
    'https:/evil.test',
    'https:///evil.test',
    'https://evil.test',
    'https://login.northgate.example.evil.test/',
    'https://login.northgate.example@evil.test/',
    'https://login.northgate.example:x@evil.test/',
    'https://evil.test\\@login.northgate.example/',
    'https://@login.northgate.example/',
    'https://user:pass@login.northgate.example/',
    'https://login.northgate.example:8443/',
    'https://hub.provider.example/',
    'https://login.northgate.example./',
    'https://login%2enorthgate.example.evil.test/',
    'https://lоgin.northgate.example/',
    'https://ｌogin.northgate.example/',
    'http://login.northgate.example/',
    'http://plain.example/',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://login.northgate.example/1',
    'file:///etc/passwd',
    'mailto:a@evil.test',
    `/${'a'.repeat(2048)}`,
  ])('%j is not allowed', (address) => expect(to(address)).toBeNull())

  it('never lead to an address outside the list, whatever parts of a URL are combined', () => {
    // Parts that attackers combine: schemes, slashes, dots, names, ports, percent signs.
    // oxfmt-ignore
    const pieces = [
      'https:', 'http:', 'HTTPS:', 'javascript:', 'data:text/html,', '//', '/', '\\', '\\\\', '.', '..', '@', ':', '?', '#', '%2e', '%2f', '%5c',
      '%00', '\t', '\n', '\r', ' ', '\u00a0', '\u3002', '\uff0f', '\u202e', 'evil.test', 'xn--lgin-0ra.example', 'lоgin.northgate.example',
      'login.northgate.example', 'hub.provider.example:8443', 'demo.benefits.example', 'user', ':pass@', '[::1]', '0x7f.1', '127.1', 'a',
    ]
    const address = fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join('')),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.tuple(fc.constantFrom(...origins, own, ''), fc.webPath()).map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom(...origins, own, '/', '//'), fc.string({ unit: anyCharacter, maxLength: 12 }))
        .map((parts) => parts.join('')),
    )
    const allowed = new Set([own, ...origins.filter((origin) => origin.startsWith('https'))])
    let sent = 0
    fc.assert(
      fc.property(address, (text) => {
        const target = to(text)
        if (target === null) return
        sent += 1
        const there = new URL(target, `${own}/app/home/`)
        expect(allowed.has(there.origin) && `${there.username}${there.password}` === '').toBe(true)
        expect(to(target)).toBe(target)
      }),
      { numRuns: process.env['LONG_TESTS'] ? 100_000 : 5_000 },
    )
    expect(sent).toBeGreaterThan(100)
  })
})
