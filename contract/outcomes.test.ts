import { expect, it } from 'vitest'
import { listOf, reportsOf } from './outcomes.ts'

const waiting = { data: undefined, isError: false }
const failed = { data: undefined, isError: true }
const stored = { data: ['one'], isError: false }
const failedLater = { data: ['one'], isError: true }

it('stores the result of a list, keeps it over a later failure, and is false where it failed [API-17] [API-18]', () => {
  expect([waiting, failed, stored, failedLater].map(listOf)).toEqual([undefined, false, ['one'], ['one']])
})

it("sets the value 'Error' where reports and data loads fail [API-17] [API-19]", () => {
  expect([waiting, failed, stored, failedLater].map(reportsOf)).toEqual([undefined, 'Error', ['one'], 'Error'])
})
