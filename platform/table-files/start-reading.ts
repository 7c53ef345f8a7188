import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TableEnding } from './ending.ts'
import type { TablePlace, TableRefusal } from './table-file.messages.ts'
import type { TableBatch } from './table.ts'

/** What the reading process says. */
export type TableMessage = { batch: TableBatch } | { refused: TableRefusal; place: TablePlace } | { isWhole: true }

/** Or what became of it. */
type Unread = { unread: 'time' | 'memory' | 'died'; lastWords: string }

type Reading = {
  /** What it says next; past the time it is killed. */
  next: (withinMs: number) => Promise<TableMessage | Unread>
  kill: () => void
  /** Kills it, if it is still there, and waits until it is gone. */
  end: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')
const libraries = [join(root, 'platform'), join(root, 'node_modules'), join(root, 'package.json')]

/** Starts the process that reads one file. Nothing of the server's settings and secrets goes with it. */
export function startReading({
  path,
  ending,
  heapMegabytes,
}: {
  path: string
  ending: TableEnding
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
    ],
    { cwd: root, env: {}, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let unstarted = ''
  // A machine without room for another process says so here, and that ends no more than this reading.
  child.on('error', (error) => (unstarted = error.message))
  const ended = once(child, 'close').catch(() => undefined)
  const lines = linesOf(child)
  const said = lastWordsOf(child)
  const lastWords = (): string => unstarted + said()
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
        // Our own program writes them.
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
      // What nobody reads any more would keep it from being over.
      child.stdout?.destroy()
      await ended
    },
  }
}

async function* linesOf(child: ChildProcess): AsyncGenerator<string, undefined> {
  let rest = ''
  // Read piece by piece: what nobody has asked for yet waits in the pipe, and the process with it.
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

/** What it says when it breaks: the end of it, no more than is worth a line in the log. */
function lastWordsOf({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-4_000)
  })
  return () => text
}
