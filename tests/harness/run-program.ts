import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export const root = join(import.meta.dirname, '../..')

export type ProgramResult = { code: number | null; stdout: string; stderr: string }

export async function runProgram(
  program: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    // Replaces the test runner's own MODE.
    env: { ...process.env, MODE: 'demo', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number | null, stdout, stderr }
}

export async function processesUsingFolder(folder: string): Promise<number[]> {
  const ids = (await readdir('/proc')).map(Number).filter(Boolean)
  const found = await Promise.all(
    ids.map(async (id) => ((await readlink(`/proc/${id}/cwd`).catch(() => '')).startsWith(folder) ? id : undefined)),
  )
  return found.filter((id) => id !== undefined)
}
