import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { IsoDate } from '../contract/dates.ts'
import { uniqueFileNames } from './file-name.ts'

export type ZipEntry = { fileName: string; madeOn: IsoDate; open: () => Promise<Readable> }

export function zipOf(entries: readonly ZipEntry[]): Readable {
  const names = uniqueFileNames(entries.map(({ fileName }) => fileName))
  return streamZip(entries.map((entry, index) => ({ ...entry, fileName: names[index] ?? '' })))
}

/** Streams a zip. If a file fails, the zip gets no directory, so that no program takes it for complete. */
export function streamZip(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const { outputStream: whole } = zip
  const breakOff = (error: Error) => whole.destroy(error)
  let opened: Readable | undefined
  whole.once('close', () => opened?.destroy())
  zip.on('error', breakOff)
  for (const { fileName, madeOn, open } of entries)
    zip.addReadStreamLazy(fileName, { mtime: noonOf(madeOn), forceDosTimestamp: true }, (pass) => {
      if (whole.destroyed) return
      open().then((stream) => {
        if (whole.destroyed) return stream.destroy()
        opened = stream.once('error', breakOff)
        return pass(null, stream)
      }, breakOff)
    })
  zip.end()
  return whole
}

/** Noon in local time, because zips have no time zone. */
function noonOf(day: IsoDate): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}
