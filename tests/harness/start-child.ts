import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type StartedProgram<Message> = { message: Message; stop: () => Promise<void> }

/** Waits for the child's first message, sent when it is ready. The program ends with its parent. */
export async function startChild<Message>(program: string, ...settings: string[]): Promise<StartedProgram<Message>> {
  const child = spawn(process.execPath, [join(root, program), ...settings], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const ready = once(child, 'message').then(([message]) => message as Message)
  const failed = ended.then(([code]) => Promise.reject(new Error(`${program} ended with ${code} before it was ready`)))
  failed.catch(() => undefined)
  return {
    message: await Promise.race([ready, failed]),
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
