// Runs on the Node that the machine has, before anything is installed: plain JavaScript and no packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The server runs TypeScript as it stands, which needs this version. */
const oldestNode = [24, 12]

/** Installs what the lock file names when that is not what is there. No package's install script is run. */
export function installPackages() {
  if (isInstalled()) return
  console.log('Installing the packages ...')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    // What is checked and built needs the development packages too.
    env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
  })
  if (status !== 0) giveUp('The packages could not be installed: npm ci has said why.')
}

/** npm writes its own lock file into node_modules when it has finished; the two must name the same packages. */
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

/** The Node the project pins, else the one this runs on when it is new enough. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return process.execPath
  return giveUp(`The portal needs Node ${oldestNode.join('.')} or newer on this machine; this is ${process.version}.`)
}

/** Builds the browser's files when something they are made of has changed since. Answers whether they stand. */
export function buildWeb(node) {
  const built = join(root, 'dist', '.built')
  const settings = ['vite.config.ts', 'vite.chunks.ts', 'vite.gallery.config.ts', 'package-lock.json']
  const sources = ['web', 'ui', 'contract', 'features', ...settings]
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
      // Whatever the machine is set to: another value builds React with its aids for developers, half as heavy again.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) return false
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(built, `${started.toISOString()}\n`)
  // What changed while the build ran may not be in it.
  utimesSync(built, started, started)
  return true
}

/** The newest change in these files and folders, milliseconds since 1970; a removed file shows in its folder. */
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
