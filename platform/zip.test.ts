import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { isoDate } from '../contract/dates.ts'
import { unzipTexts } from '../tests/harness/unpack-zip.ts'
import { zipOf } from './zip.ts'

const madeOn = isoDate.parse('2026-11-02')
const file = (fileName: string, text: string) => ({
  fileName,
  madeOn,
  open: () => Promise.resolve(Readable.from([Buffer.from(text)])),
})

it('a zip contains every file under a unique name, and has the same bytes each time [S-59]', async () => {
  const files = () => [file('a.csv', 'one'), file('A.csv', 'two'), file('../../etc/x\u202Evsc.csv', 'three')]
  const bytes = await buffer(zipOf(files()))
  expect(unzipTexts(bytes)).toEqual({ 'a.csv': 'one', 'A (2).csv': 'two', '__.._etc_xvsc.csv': 'three' })
  expect(await buffer(zipOf(files()))).toEqual(bytes)
})

it('a zip is valid only if all of it was received [S-59]', async () => {
  const bytes = await buffer(zipOf([file('a.csv', 'one'.repeat(5_000)), file('b.csv', 'two')]))
  expect(Object.keys(unzipTexts(bytes))).toEqual(['a.csv', 'b.csv'])
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => unzipTexts(bytes.subarray(0, length))).toThrow('no zip')
})

it('a zip opens one file at a time, and no further file after the reader stops [S-59]', async () => {
  let opened = 0
  const endless = () => ({
    fileName: 'long.csv',
    madeOn,
    open: () => {
      opened += 1
      return Promise.resolve(Readable.from(manyPieces()))
    },
  })
  function* manyPieces() {
    for (let piece = 0; piece < 200; piece += 1) yield Buffer.from(crypto.getRandomValues(new Uint8Array(20_000)))
  }
  const whole = zipOf([endless(), endless(), endless()])
  let taken = 0
  for await (const piece of whole) {
    taken += (piece as Buffer).length
    if (taken > 1_000_000) break
  }
  await new Promise(setImmediate)
  expect(whole.destroyed).toBe(true)
  expect(opened).toBe(1)
})

it('a zip ends early if one of its files cannot be read', async () => {
  const fails = { fileName: 'b.csv', madeOn, open: () => Promise.reject(new Error('gone')) }
  await expect(buffer(zipOf([file('a.csv', 'one'), fails]))).rejects.toThrow('gone')
  const breaks = { ...fails, open: () => Promise.resolve(Readable.from(failing())) }
  await expect(buffer(zipOf([breaks]))).rejects.toThrow('half')
})

function* failing() {
  yield Buffer.from('a')
  throw new Error('half')
}
