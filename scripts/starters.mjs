import { readFileSync } from 'node:fs'

/** How often it is looked whether they are there still. */
const LOOK_EVERY_MS = 500

/** Watches npm and its shell, which pass on no signal when killed. Returns how to be told that one ended. */
export function watchStarters() {
  if (process.env.npm_lifecycle_event !== 'start') return () => undefined
  const parent = process.ppid
  const beyond = npmBeyond(parent)
  const areThere = () => process.ppid === parent && (beyond === undefined || parentOf(parent) === beyond)
  return (tell) => {
    const look = setInterval(() => {
      if (areThere()) return
      clearInterval(look)
      tell()
    }, LOOK_EVERY_MS).unref()
  }
}

/** npm, where the parent is only the shell that it runs the script by; shells of other systems make room for the script. */
function npmBeyond(parent) {
  const isShell = wordsOf(parent)?.[2] === process.env.npm_lifecycle_script
  return isShell ? parentOf(parent) : undefined
}

function wordsOf(pid) {
  return readProcess(pid, 'cmdline')?.split('\0')
}

/** Linux alone tells this by files. */
function parentOf(pid) {
  return /^PPid:\s*(\d+)/m.exec(readProcess(pid, 'status') ?? '')?.[1]
}

function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
