import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500

/** npm and its shell pass on no signal when they are killed. Returns a function that registers a callback for their end. */
export function watchParents() {
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

function npmBeyond(parent) {
  const isShell = wordsOf(parent)?.[2] === process.env.npm_lifecycle_script
  return isShell ? parentOf(parent) : undefined
}

function wordsOf(pid) {
  return readProcess(pid, 'cmdline')?.split('\0')
}

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
