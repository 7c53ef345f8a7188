import { readdir, readFile } from 'node:fs/promises'

/** Linux measures processor time in hundredths of a second. */
const tickMs = 10

/** Returns the processor time in ms of a process and its direct children, including ended ones. */
export async function processorTime(pid: number): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')))
  return stats
    .map(read)
    .reduce((sum, one) => sum + (one.pid === pid ? one.ms + one.endedMs : one.parent === pid ? one.ms : 0), 0)
}

type Used = { pid: number; parent: number; ms: number; endedMs: number }

function read(stat: string): Used {
  // The program's name may contain spaces. The fields after it do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ms = (user: number) => (Number(fields[user]) + Number(fields[user + 1])) * tickMs || 0
  return { pid: Number.parseInt(stat, 10), parent: Number(fields[1]), ms: ms(11), endedMs: ms(13) }
}
