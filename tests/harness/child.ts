import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Child<Word> = { word: Word; stop: () => Promise<void> }

/** Starts one of our programs in a child process that sends one message when ready. It ends with its parent. */
export async function startChild<Word>(program: string, ...settings: string[]): Promise<Child<Word>> {
  const child = spawn(process.execPath, [join(root, program), ...settings], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const said = once(child, 'message').then(([word]) => word as Word)
  const failed = ended.then(([code]) => Promise.reject(new Error(`${program} ended with ${code} before it was ready`)))
  failed.catch(() => undefined)
  return {
    word: await Promise.race([said, failed]),
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
