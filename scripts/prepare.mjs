// Runs on the installed Node before anything is installed: plain JavaScript without packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Oldest Node that can run the server's TypeScript without a build. */
const oldestNode = [24, 12]

export function installPackages() {
  if (isInstalled()) return
  console.log('Installing the packages ...')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
  })
  if (status !== 0) giveUp('The packages could not be installed: see the output of npm ci.')
}

/** npm writes a lock file into node_modules when it has finished. */
function isInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'))
  const found = readLock(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !found) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    const there = found[path]
    if (there ? there.version !== entry.version : !entry.optional) return false
  }
  return Object.keys(found).every((path) => path in wanted)
}

function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

export function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return process.execPath
  return giveUp(`The portal needs Node ${oldestNode.join('.')} or newer on this machine; this is ${process.version}.`)
}

export function buildWeb(node) {
  const built = join(root, 'dist', '.built')
  const settings = ['vite.config.ts', 'vite.chunks.ts', 'vite.gallery.config.ts', 'package-lock.json']
  const sources = ['web', 'ui', 'contract', 'domain', 'services', 'features', ...settings]
  const results = [join('web', 'manifest.json'), join('gallery', 'index.html')]
  const isBuilt = existsSync(built) && results.every((name) => existsSync(join(root, 'dist', name)))
  if (isBuilt && newestChange([built]) >= newestChange(sources.map((name) => join(root, name)))) return true

  console.log('Building the web pages ...')
  const started = new Date()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  for (const config of ['vite.config.ts', 'vite.gallery.config.ts']) {
    const { status } = spawnSync(node, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Always production, because any other value builds React with development tools, which is 50 % larger.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) return false
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(built, `${started.toISOString()}\n`)
  utimesSync(built, started, started)
  return true
}

function newestChange(paths) {
  let newest = 0
  for (const path of paths) {
    if (!existsSync(path)) continue
    const stats = statSync(path)
    newest = Math.max(newest, stats.mtimeMs)
    if (stats.isDirectory()) newest = Math.max(newest, newestChange(readdirSync(path).map((name) => join(path, name))))
  }
  return newest
}

export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}
