// npm start: installs, builds and runs the portal. Runs on the Node that the machine has.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { giveUp, installPackages, newestChange, pinnedNode, root } from './prepare.mjs'

installPackages()
const node = pinnedNode()
buildWeb()
runServer()

function buildWeb() {
  const built = join(root, 'dist', '.built')
  const sources = ['web', 'ui', 'contract', 'features', 'vite.config.ts', 'package-lock.json']
  const isBuilt = existsSync(built) && existsSync(join(root, 'dist', 'web', 'manifest.json'))
  if (isBuilt && newestChange([built]) >= newestChange(sources.map((name) => join(root, name)))) return

  console.log('Building the web pages ...')
  const started = new Date()
  const { status } = spawnSync(
    node,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status !== 0) giveUp('The web pages could not be built: the lines above say why.')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(built, `${started.toISOString()}\n`)
}

/** Hands every signal on and ends as the server ends, so that whoever stops this has stopped all of it. */
function runServer() {
  const server = spawn(node, [join(root, 'server', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('error', (error) => giveUp(`The portal could not be started: ${error.message}.`))
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
