import { describe, expect, it } from 'vitest'
import { textTable, wrapText } from './text-table.ts'

describe('text table', () => {
  it('aligns its columns, numbers to the right', () => {
    const rows = [
      ['Employee', '£8.50'],
      ['Employer', '£1,200.00'],
    ]
    expect(textTable(rows, [{}, { right: true }])).toBe('  Employee      £8.50\n  Employer  £1,200.00')
  })

  it('continues a text on the next line if it is longer than its column', () => {
    expect(textTable([['1', 'one two three', 'x']], [{}, { most: 7 }, {}])).toBe('  1  one two  x\n     three')
  })

  it('splits a word that is longer than a line', () => {
    expect(wrapText('a abcdefg', 3)).toEqual(['a', 'abc', 'def', 'g'])
  })
})
