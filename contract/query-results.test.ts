import { expect, it } from 'vitest'
import { listOrLoading, resultOrError } from './query-results.ts'

const waiting = { data: undefined, isError: false }
const failed = { data: undefined, isError: true }
const stored = { data: ['one'], isError: false }
const failedLater = { data: ['one'], isError: true }

it('a query result is the last list that was loaded, even after a later failure; it is false if no list was ever loaded [API-17] [API-18]', () => {
  expect([waiting, failed, stored, failedLater].map(listOrLoading)).toEqual([undefined, false, ['one'], ['one']])
})

it("a query result is 'Error' if reports or data loads fail [API-17] [API-19]", () => {
  expect([waiting, failed, stored, failedLater].map(resultOrError)).toEqual([undefined, 'Error', ['one'], 'Error'])
})
