import { readdir, readFile } from 'node:fs/promises'

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/**
 * Milliseconds of processor time that a process and its direct children have used so far, wherever they ran; those that
 * have ended as well, such as connections that PostgreSQL has closed.
 */
export async function processorTime(pid: number): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')))
  return stats
    .map(read)
    .reduce((sum, one) => sum + (one.pid === pid ? one.ms + one.endedMs : one.parent === pid ? one.ms : 0), 0)
}

type Used = { pid: number; parent: number; ms: number; endedMs: number }

function read(stat: string): Used {
  // The name of the program may hold spaces; what follows it does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ms = (user: number) => (Number(fields[user]) + Number(fields[user + 1])) * tickMs || 0
  return { pid: Number.parseInt(stat, 10), parent: Number(fields[1]), ms: ms(11), endedMs: ms(13) }
}
