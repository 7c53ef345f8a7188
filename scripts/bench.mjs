// npm run bench: compares the portal with the minimum possible work. Runs on the installed Node.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { buildWeb, giveUp, installPackages, pinnedNode, root } from './prepare.mjs'

installPackages()
const node = pinnedNode()
if (!buildWeb(node)) giveUp('The web pages could not be built: the lines above say why.')
const { status } = spawnSync(node, [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) },
})
process.exit(status ?? 1)
