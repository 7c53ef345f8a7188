// npm start: installs, builds and runs the portal. Runs on the installed Node.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { watchParents } from './parent-processes.mjs'
import { buildWeb, giveUp, installPackages, pinnedNode, root } from './prepare.mjs'

// Starts watching before installing and building. They take long, and the parent process may end during them.
const whenGone = watchParents()

installPackages()
const node = pinnedNode()
if (!buildWeb(node)) giveUp('The web pages could not be built: the lines above say why.')
runServer()

/** Passes signals on to the server and ends with it. The IPC channel tells the server if this process is killed. */
function runServer() {
  const server = spawn(node, [join(root, 'server', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  whenGone(() => server.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('error', (error) => giveUp(`The portal could not be started: ${error.message}.`))
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
