import { deflateSync, crc32 } from 'node:zlib'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { darkLogoWarnings, logoFaults, logoWarnings } from './logo-checks.server.ts'
import { readScheme } from './read-scheme.server.ts'

const svg = (inner: string, attributes = 'viewBox="0 0 120 38"') => ({
  name: 'images/logo.svg',
  mediaType: 'image/svg+xml',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>\n${inner}</svg>`),
})
const logos = { client: 'images/logo.svg' }
const faultsOf = (inner: string, attributes?: string) =>
  logoFaults(logos, [svg(inner, attributes)]).map(({ line, reason }) => `${line} ${reason}`)
const warningsOf = async (inner: string, attributes?: string, used: object = logos) =>
  (await logoWarnings({ logos: used }, [svg(inner, attributes)])).map(({ reason }) => reason)

const sign = '<rect x="2" y="4" width="116" height="30" fill="#0b5d5e"/>'

describe('a logo is refused', () => {
  it('if it contains text, which would depend on the fonts of the device', () => {
    expect(faultsOf(`${sign}<g>\n<text x="2" y="30">Acme</text></g>`)).toEqual([expect.stringMatching(/^3 .*outlines/)])
  })

  it('if it has no viewBox, because it then cannot be scaled', () => {
    expect(faultsOf(sign, 'width="120" height="38"')).toEqual([expect.stringMatching(/^1 .*viewBox/)])
    expect(faultsOf(sign, 'viewBox="0 0 0 38"')).toHaveLength(1)
  })

  it('only if the theme uses that logo', () => {
    expect(logoFaults({}, [svg('<text>Acme</text>', '')])).toEqual([])
    expect(faultsOf(sign)).toEqual([])
  })
})

describe('a logo is reported', () => {
  it('if it extends beyond its viewBox, and the report names the sides', async () => {
    expect(await warningsOf('<rect x="2" y="4" width="125" height="40" fill="#0b5d5e"/>')).toEqual([
      expect.stringContaining('cut at the right and bottom'),
    ])
    expect(await warningsOf('<circle cx="20" cy="19" r="30" fill="#0b5d5e" transform="scale(.9)"/>')).toEqual([
      expect.stringContaining('cut at the left, top and bottom'),
    ])
    // Half of a line's width is outside its path.
    expect(await warningsOf('<path d="M0 19h118" stroke="#0b5d5e" stroke-width="30" stroke-linecap="round"/>')).toEqual(
      [expect.stringContaining('cut at the left')],
    )
  })

  it('if its outline is too pale for the header, and the report names the colour and its contrast', async () => {
    expect(await warningsOf('<rect x="2" y="4" width="116" height="30" fill="#ffeb00"/>')).toEqual([
      expect.stringContaining('#ffeb00 has a contrast of 1.2:1'),
    ])
    expect(await warningsOf('<rect x="2" y="4" width="116" height="30" fill="#000" opacity=".2"/>')).toEqual([
      expect.stringContaining('#cccccc has a contrast of 1.6:1'),
    ])
  })

  it('if it is too dark for the dark header', async () => {
    const pale = sign.replace('#0b5d5e', '#d7e6e6')
    expect(await warningsOf(sign, undefined, { clientDark: 'images/logo.svg' })).toEqual([
      expect.stringContaining('#0b5d5e has a contrast of'),
    ])
    expect(await warningsOf(pale, undefined, { clientDark: 'images/logo.svg' })).toEqual([])
  })

  it('if the theme allows dark colours but has no dark logo', () => {
    const reasons = (theme: object) => darkLogoWarnings({ logos, ...theme }).map(({ reason }) => reason)
    expect(reasons({ darkMode: 'allowed' })).toEqual([expect.stringContaining('missing: theme.logos.clientDark.')])
    expect(reasons({ darkMode: 'allowed', logos: { ...logos, clientDark: 'images/dark.svg' } })).toEqual([])
    expect(reasons({})).toEqual([])
  })

  it('but not if only white lines inside a dark shape are pale', async () => {
    expect(await warningsOf(`${sign}<path d="M20 10h60M20 19h60M20 28h60" stroke="#fff" stroke-width="4"/>`)).toEqual(
      [],
    )
  })

  it('if it is too wide, too small or empty, or cannot be drawn', async () => {
    const wide = '<rect width="600" height="38" fill="#0b5d5e"/>'
    expect(await warningsOf(wide, 'viewBox="0 0 600 38"')).toEqual([expect.stringContaining('10 px high')])
    expect(await warningsOf('<rect x="9" y="15" width="99" height="8" fill="#0b5d5e"/>')).toEqual([
      expect.stringContaining('fills 21%'),
    ])
    expect(await warningsOf('<path d="M0 0h9"/>')).toEqual(['The logo draws nothing'])
    expect(await warningsOf('<rect</svg>')).toEqual([expect.stringContaining('cannot be drawn')])
  })

  it('if the header logo is too wide for a phone and there is no mobile logo', async () => {
    const wide = ['<rect width="300" height="38" fill="#0b5d5e"/>', 'viewBox="0 0 300 38"'] as const
    expect(await warningsOf(...wide, { header: 'images/logo.svg' })).toEqual([expect.stringContaining('19 px high')])
    const both = { header: 'images/logo.svg', mobile: 'images/mobile.svg' }
    expect(await warningsOf(...wide, both)).toEqual([])
  })

  it('if it is a pixel image with too few pixels', async () => {
    const image = (height: number, colour: number[]) => ({
      name: 'images/logo.png',
      mediaType: 'image/png',
      bytes: png(100, height, colour),
    })
    const warnings = async (...given: Parameters<typeof image>) =>
      (await logoWarnings({ logos: { client: 'images/logo.png' } }, [image(...given)])).map(({ reason }) => reason)
    expect(await warnings(30, [11, 93, 94, 255])).toEqual([expect.stringContaining('30 px high')])
    expect(await warnings(80, [11, 93, 94, 255])).toEqual([])
    expect(await warnings(80, [0, 0, 0, 0])).toEqual(['The logo draws nothing'])
  })
})

it('the logos of the example clients cause no warning', async () => {
  for (const name of ['demo', 'copperleaf', 'plain']) {
    const read = await readScheme(join(import.meta.dirname, '../../examples', name), '2026-11-21' as IsoDate)
    if ('faults' in read) throw new Error(JSON.stringify(read.faults))
    const { theme } = read.scheme.client.value
    expect([...darkLogoWarnings(theme), ...(await logoWarnings(theme, read.scheme.images))]).toEqual([])
  }
})

function png(width: number, height: number, colour: readonly number[]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
  }
  const line = [0, ...Array.from({ length: width }, () => colour).flat()]
  const lines = Buffer.from(Array.from({ length: height }, () => line).flat())
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 6, 0, 0, 0])])),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
