import { describe, expect, it } from 'vitest'
import { readXml } from './xml.ts'

const limits = { bytes: 100_000, tags: 500, depth: 20 }
const nested = (opening: string, times: number) => `${opening.repeat(times)}${'</a>'.repeat(times)}`

describe('limit of nested elements in XML from outside [S-28]', () => {
  it.each([['<a>'], ['<a x="/>">'], [`<a x='/>'>`], [`<a x="'/>'">`], ['<a x="" y="/>"\n>'], ['<a x=">/>" >']])(
    'counts %s as an open element, whatever its attributes contain',
    (opening) => {
      expect(readXml(nested(opening, 20), limits).localName).toBe('a')
      expect(() => readXml(nested(opening, 21), limits)).toThrow('the XML is too deep')
    },
  )

  it('counts an empty element as closed, and an element that is cut off as open', () => {
    const row = `<b x="a>b" y='/'/>`.repeat(100)
    expect(readXml(`<a>${row}</a>`, limits).childNodes.length).toBe(100)
    expect(() => readXml('<a x="/>'.repeat(21), limits)).toThrow('the XML is too deep')
  })
})
