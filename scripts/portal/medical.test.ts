import { expect, it } from 'vitest'
import { requestOf } from './medical.ts'

const selection = '0b0f3f3e-5d0a-4c57-9d0c-6f2a7c1f9a10'
const email = 'amelia.hart@demo.example'

it.each([
  ['no operator', ['--accept', selection, '--reference', 'BM-2231']],
  ['a decision without a reference', ['--as', 'jane.doe', '--accept', selection]],
  ['a reference in free text', ['--as', 'jane.doe', '--decline', selection, '--reference', 'has a bad back']],
  ['two decisions', ['--as', 'jane.doe', '--accept', selection, '--decline', selection, '--reference', 'BM-2231']],
  [
    'a decline up to an amount',
    ['--as', 'jane.doe', '--decline', selection, '--up-to', '500', '--reference', 'BM-2231'],
  ],
])('portal medical refuses %s', (_, words) => {
  expect(requestOf([email, ...words])).toBeUndefined()
})

it.each([
  [['--accept', selection], 'all'],
  [['--decline', selection], 'nothing'],
  [['--accept', selection, '--up-to', '500'], 500_00n],
])("portal medical reads the provider's decision from %j", (words, accepts) => {
  expect(requestOf([email, '--as', 'jane.doe', ...words, '--reference', 'BM-2231'])).toEqual({
    what: 'decide',
    email,
    operator: 'jane.doe',
    selectionId: selection,
    accepts,
    reference: 'BM-2231',
  })
})
