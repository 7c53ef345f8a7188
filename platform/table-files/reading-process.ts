import { once } from 'node:events'
import type { TableFileType } from './file-type.ts'
import { openTable } from './open-table.ts'
import { TableRefused } from './table.ts'
import type { TableMessage } from './start-reading.ts'

async function main([path, ending, names = '[]']: string[]): Promise<void> {
  if (path === undefined) throw new Error('which file?')
  try {
    // The parent process passes an ending from `fileTypeOf`, and names as JSON.
    const options = { ending: ending as TableFileType, names: JSON.parse(names) as string[] }
    for await (const batch of openTable(path, options)) await send({ batch })
    await send({ isWhole: true })
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error
    await send({ refused: error.code, place: error.place })
  }
}

async function send(message: TableMessage): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, 'drain')
}

// An error here means that the parent process has stopped reading.
process.stdout.on('error', () => process.exit(0))
await main(process.argv.slice(2))
