// npm run screens: takes pictures of every screen and panel into screenshots/, with index.html as overview. Select with
// `--site demo`, `--only setup`, `--state empty,failed`, `--width 360,768`.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildWeb, giveUp, installPackages, pinnedNode, root } from './prepare.mjs'

const options = ['site', 'only', 'state', 'width']
const words = process.argv.slice(2)
const wanted = {}
while (words.length) {
  const name = words.shift().replace(/^--/, '')
  const value = words.shift()
  if (!options.includes(name) || !value) giveUp(`The options are --${options.join(' …, --')} ….`)
  wanted[`SCREENS_${name.toUpperCase()}`] = value
}

installPackages()
const node = pinnedNode()
if (!buildWeb(node)) process.exit(1)
if (Object.keys(wanted).length === 0) rmSync(join(root, 'screenshots'), { recursive: true, force: true })
const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
const { status } = spawnSync(
  node,
  [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--project=screens', '--reporter=list'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path, ...wanted } },
)
process.exit(status ?? 1)
