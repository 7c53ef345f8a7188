import { afterEach, expect, it, vi } from 'vitest'
import { deviceToken } from './use-device-token.ts'

afterEach(() => vi.restoreAllMocks())

function browserOf({ agent = 'Firefox', width = 1280, height = 900, depth = 24, zone = 'Europe/London' } = {}) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  vi.spyOn(screen, 'width', 'get').mockReturnValue(width)
  vi.spyOn(screen, 'height', 'get').mockReturnValue(height)
  vi.spyOn(screen, 'colorDepth', 'get').mockReturnValue(depth)
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: zone })
  return deviceToken()
}

it('the device token is a hash of user agent, screen size, colour depth and time zone, in hexadecimal [TWOFA-27] [TWOFA-28]', async () => {
  // Calculated with: printf 'Firefox|1280x900|24|Europe/London' | sha256sum
  expect(await browserOf()).toBe('c89aa3efce34161cb139d2643c7d7a4d5d601d834ce80339bbcd912291cc6319')
  const others = [{ agent: 'Chrome' }, { width: 1281 }, { height: 901 }, { depth: 30 }, { zone: 'Europe/Paris' }]
  const tokens = await Promise.all([{}, ...others].map((traits) => browserOf(traits)))
  expect(new Set(tokens).size).toBe(6)
})
