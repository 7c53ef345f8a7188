import { describe, expect, it } from 'vitest'
import { readCostEngineSettings } from './cost-engine-settings.ts'

const read = (MODE: 'demo' | 'production' | 'test', COST_ENGINE_URL?: string, COST_ENGINE_KEY?: string) =>
  readCostEngineSettings({ MODE, COST_ENGINE_URL, COST_ENGINE_KEY })

describe('cost engine setting', () => {
  it('is empty by default; an address must use TLS or be on this machine', () => {
    expect(read('production')).toBeUndefined()
    expect(read('production', 'https://engine.example/quotes', 'key')).toEqual({
      address: 'https://engine.example/quotes',
      key: 'key',
    })
    for (const mode of ['demo', 'test'] as const)
      expect(read(mode, 'http://localhost:4600/quotes')).toEqual({
        address: 'http://localhost:4600/quotes',
        key: undefined,
      })
  })

  it.each([
    ['production', 'http://localhost:4600/quotes'],
    ['demo', 'http://engine.example/quotes'],
    ['demo', 'http://169.254.169.254/latest'],
    ['demo', 'file:///etc/passwd'],
    ['demo', 'https://portal:secret@engine.example/'],
    ['demo', 'engine.example'],
  ] as const)('is refused in %s for %s [S-69]', (mode, address) => {
    expect(() => read(mode, address)).toThrow(/COST_ENGINE_URL/)
  })

  it('may contain a key only together with an address', () => {
    expect(() => read('demo', undefined, 'key')).toThrow(/COST_ENGINE_KEY is set without COST_ENGINE_URL/)
  })
})
