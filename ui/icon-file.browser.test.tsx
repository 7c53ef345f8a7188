import './icon-shapes.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { loginPageIcons } from './login-page-icons.ts'
import { fetchIcons } from './icon-file.ts'
import { Icon, addIcons, type IconName } from './Icon.tsx'
import { otherIcons } from './other-icons.ts'

const own = { ...loginPageIcons, ...otherIcons }
const network = vi.fn<typeof fetch>()
const realFetch = globalThis.fetch
const logged = vi.spyOn(console, 'error')

beforeEach(() => {
  address = `https://icons.example/set-${(tests += 1)}.json`
  network.mockReset()
  globalThis.fetch = network
  logged.mockReset().mockImplementation(() => undefined)
})
afterEach(async () => {
  globalThis.fetch = realFetch
  addIcons(own)
  await cleanup()
})

const fileOf = (shapes: unknown) => Promise.resolve(new Response(JSON.stringify(shapes)))
// Each test uses a different address, because fetched files are cached.
let address: string
let tests = 0

async function drawn(name: IconName) {
  const { container } = await render(<Icon name={name} />)
  return () => container.querySelector('svg path')?.getAttribute('d')
}

describe('file of icons', () => {
  it('is loaded once, by GET without credentials, and is then drawn from memory [CHROME-59] [CHROME-61]', async () => {
    network.mockImplementation(() => fileOf({ ...own, home: 'M1 1h22' }))
    const before = await drawn('home')
    expect(before()).toBe(own.home)
    await Promise.all([fetchIcons(address), fetchIcons(address)])
    await fetchIcons(address)
    expect(network.mock.calls).toEqual([[address]])
    expect(before()).toBe('M1 1h22')
    const again = await drawn('home')
    expect(again()).toBe('M1 1h22')
    expect(logged).not.toHaveBeenCalled()
  })

  it.each([
    ['lacks', undefined],
    ['draws with what is no drawing', '"><script>alert(1)</script>'],
    ['leaves empty', ''],
  ])(
    "that %s an icon is replaced by the portal's SVG for that icon, and this is logged [CHROME-60]",
    async (_, shape) => {
      network.mockImplementation(() => fileOf({ ...own, user: shape }))
      const user = await drawn('user')
      await fetchIcons(address)
      expect(logged).toHaveBeenCalledExactlyOnceWith(`The icon file ${address} has no drawing of: user`)
      expect(user()).toBe(own.user)
    },
  )

  it.each([
    ['is not there', () => Promise.resolve(new Response('nothing', { status: 404 }))],
    ['cannot be read', () => Promise.resolve(new Response('<html>'))],
    ['cannot be reached', () => Promise.reject(new TypeError('net::ERR'))],
  ])("that %s is replaced by the portal's icons completely, and this is logged [CHROME-60]", async (_, answer) => {
    network.mockImplementation(answer)
    const home = await drawn('home')
    await fetchIcons(address)
    expect(home()).toBe(own.home)
    expect(logged).toHaveBeenCalledExactlyOnceWith(`The icon file ${address} cannot be used`, expect.any(Error))
  })
})
