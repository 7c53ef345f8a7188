import { expect, it } from 'vitest'
import { z } from 'zod'
import { type FileFault, readYaml } from './yaml-file.ts'

const schema = z.strictObject({
  name: z.string(),
  size: z.int().optional(),
  parts: z
    .array(z.strictObject({ code: z.string(), kind: z.enum(['a', 'b']), open: z.boolean().optional() }))
    .default([]),
})

function faultsIn(text: string): string[] {
  const faults: FileFault[] = []
  readYaml('x.yaml', text, schema, faults)
  return faults.map(({ line, reason }) => `${line} ${reason}`)
}

it('a valid file is read with the line of each part', () => {
  const faults: FileFault[] = []
  const read = readYaml(
    'x.yaml',
    'name: One\n# a remark\nparts:\n  - code: x\n    kind: a\n  - { code: y, kind: b }\n',
    schema,
    faults,
  )
  expect(faults).toEqual([])
  expect(read?.value.parts).toHaveLength(2)
  expect(
    [['name'], ['parts'], ['parts', 0, 'kind'], ['parts', 1], ['parts', 1, 'code'], ['parts', 9]].map((path) =>
      read?.lineOf(path),
    ),
  ).toEqual([1, 3, 5, 6, 6, 3])
})

it('every wrong type, unknown key, missing key and unlisted value is reported with its line', () => {
  expect(
    faultsIn('size: big\nparts:\n  - code: x\n    kind: c\n    colour: red\n  - kind: a\n    open: perhaps\n'),
  ).toEqual([
    '1 "name" is missing',
    '1 "size" must be a number',
    '4 "parts.0.kind": Invalid option: expected one of "a"|"b"',
    '5 Unknown key "colour"',
    '6 "parts.1.code" is missing',
    '7 "parts.1.open" must be true or false',
  ])
})

it('invalid YAML and duplicate keys are reported, and aliases that expand without limit are refused', () => {
  expect(faultsIn('name: One\nname: Two\n')).toEqual(['2 Map keys must be unique'])
  expect(faultsIn('name: "One\n')[0]).toMatch(/^\d /)
  const bomb = [
    'a: &a [x, x, x, x, x]',
    ...'bcdefgh'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join(', ')}]`),
  ].join('\n')
  expect(faultsIn(bomb)).toEqual(['1 Too many aliases'])
})
