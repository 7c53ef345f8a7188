// npm run portal: the command line of whoever runs the portal. Runs on the Node that the machine has.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installPackages, pinnedNode, root } from './prepare.mjs'

installPackages()
const { status } = spawnSync(pinnedNode(), [join(root, 'scripts', 'portal.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
