import { expect, it } from 'vitest'
import { evidenceCommand } from './evidence.ts'

const event = '0b0f3f3e-5d0a-4c57-9d0c-6f2a7c1f9a10'

it.each([
  ['no operator', []],
  ['an operator whom nobody could tell in the audit', ['--as', 'jane doe']],
  ['an operator in the form of another entry', ['--as', 'jane\ndoe']],
  ['a decision without a reason', ['--as', 'jane.doe', '--accept', event, '--seen', '5f0c2a91']],
  ['a decision by documents that were not listed', ['--as', 'jane.doe', '--accept', event, '--reason', 'seen']],
  [
    'two decisions',
    ['--as', 'jane.doe', '--accept', event, '--decline', event, '--seen', '5f0c2a91', '--reason', 'seen'],
  ],
  ['no id of an event', ['--as', 'jane.doe', '--accept', 'separation', '--seen', '5f0c2a91', '--reason', 'seen']],
])('portal evidence refuses %s', async (_, words) => {
  expect(await evidenceCommand(['amelia.hart@demo.example', ...words])).toBeUndefined()
})
