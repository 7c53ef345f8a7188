// npm run portal: the operator's command line. Runs on the installed Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installPackages, pinnedNode, root } from './prepare.mjs'

installPackages()
const { status } = spawnSync(pinnedNode(), [join(root, 'scripts', 'portal.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
