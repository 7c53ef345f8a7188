import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TableFileType } from './file-type.ts'
import type { FilePosition, TableRefusal } from './table-file.messages.ts'
import type { TableBatch } from './table.ts'

export type TableMessage = { batch: TableBatch } | { refused: TableRefusal; place: FilePosition } | { isWhole: true }

type Unread = { unread: 'time' | 'memory' | 'died'; lastWords: string }

type Reading = {
  next: (withinMs: number) => Promise<TableMessage | Unread>
  kill: () => void
  end: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')
const libraries = [join(root, 'platform'), join(root, 'node_modules'), join(root, 'package.json')]

/** Starts the process that reads one file. It gets none of the server's settings and secrets. */
export function startReadingProcess({
  path,
  ending,
  names,
  heapMegabytes,
}: {
  path: string
  ending: TableFileType
  names: readonly string[]
  heapMegabytes: number
}): Reading {
  const child = spawn(
    process.execPath,
    [
      '--permission',
      ...[...libraries, path].map((each) => `--allow-fs-read=${each}`),
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${heapMegabytes}`,
      join(import.meta.dirname, 'reading-process.ts'),
      path,
      ending,
      JSON.stringify(names),
    ],
    { cwd: root, env: {}, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let unstarted = ''
  // Starting fails if the machine has no resources for another process. Then only this reading fails.
  child.on('error', (error) => (unstarted = error.message))
  const ended = once(child, 'close').catch(() => undefined)
  const lines = linesOf(child)
  const errorOutput = lastWordsOf(child)
  const lastWords = (): string => unstarted + errorOutput()
  const kill = (): void => void child.kill('SIGKILL')
  return {
    next: async (withinMs) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        kill()
      }, withinMs)
      try {
        const { value, done } = await lines.next()
        // Our own program writes these messages.
        if (!done) return JSON.parse(value) as TableMessage
        await ended
        if (isLate) return { unread: 'time', lastWords: lastWords() }
        const needsMore = lastWords().includes('heap out of memory')
        return { unread: needsMore ? 'memory' : 'died', lastWords: lastWords() }
      } finally {
        clearTimeout(timer)
      }
    },
    kill,
    end: async () => {
      kill()
      // The stream would not close while there is unread output.
      child.stdout?.destroy()
      await ended
    },
  }
}

async function* linesOf(child: ChildProcess): AsyncGenerator<string, undefined> {
  let rest = ''
  // The reading process waits while its output is not read from the pipe.
  for await (const piece of outputOf(child)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  return undefined
}

function outputOf({ stdout }: ChildProcess): AsyncIterable<string> {
  if (!stdout) throw new Error('the reading process has no output')
  return stdout.setEncoding('utf8')
}

function lastWordsOf({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-4_000)
  })
  return () => text
}
