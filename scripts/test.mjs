// npm test: every check. `npm test -- node browser` runs only the named parts; `--long` runs random tests in full.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { giveUp, installPackages, pinnedNode, root } from './prepare.mjs'

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const long = process.argv.includes('--long')
const unknownOption = process.argv.slice(2).find((word) => word.startsWith('-') && word !== '--long')
if (unknownOption) giveUp(`There is no option ${unknownOption}: name parts, or --long.`)
const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
const packages = 'node_modules'
const reports = join(root, '.cache', 'reports')
// One more worker than cores, because files often wait for a database, a process or a page.
const fileWorkers = availableParallelism() + 1
const browserWorkers = availableParallelism() + 3

installPackages()
const node = pinnedNode()
installChromium()
if (long) installFirefox()
installSecondEngine()
if (named.some((name) => name.startsWith('citus'))) installCitus()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const memory = folderInMemory()
if (memory) process.once('exit', () => leaveMemory(memory))

const parts = [
  { name: 'build', isProgram: true, run: (show) => command('scripts/build.mjs', [], show) },
  { name: 'types of the server', isProgram: true, run: (show) => types('tsconfig.server.json', show) },
  { name: 'lint', isProgram: true, run: (show) => command(`${packages}/oxlint/bin/oxlint`, ['--type-aware'], show) },
  { name: 'types of the web', isProgram: true, run: (show) => types('tsconfig.web.json', show) },
  { name: 'format', isProgram: true, run: (show) => command(`${packages}/oxfmt/bin/oxfmt`, ['--check'], show) },
  {
    name: 'unused code',
    isProgram: true,
    run: (show) => command(`${packages}/knip/bin/knip.js`, ['--no-progress'], show),
  },
  { name: 'node', needs: 'build', run: () => vitest('node') },
  { name: 'second-engine', run: () => vitest('second-engine') },
  // Run only if named, because they need a download that the project does not ship. Citus is slow, so LONG_TESTS is ignored.
  { name: 'citus', onlyNamed: true, needs: 'build', run: () => vitest('citus', { CITUS: 'yes', LONG_TESTS: '' }) },
  {
    name: 'citus-operations',
    onlyNamed: true,
    needs: 'build',
    run: () => command('tests/citus/operations.ts', []),
  },
  {
    name: 'citus-journeys',
    onlyNamed: true,
    needs: 'build',
    run: () => journeys(['journeys', 'journeys-choosing', 'journeys-apart'], { CITUS: 'yes', LONG_TESTS: '' }),
  },
  { name: 'browser', run: () => vitest('browser') },
  { name: 'journeys', needs: 'build', run: () => journeys(['journeys*']) },
]

const unknown = named.find((name) => parts.every((part) => part.name !== name))
if (unknown) giveUp(`There is no part called ${unknown}: choose from ${parts.map(({ name }) => name).join(', ')}.`)
// `citus` also names `citus-operations` and `citus-journeys`.
const isNamed = (name) => named.some((word) => name === word || name.startsWith(`${word}-`))
const wanted = parts.filter(({ name, onlyNamed }) => (named.length === 0 && !onlyNamed) || isNamed(name))
const chosen = parts.filter((part) => wanted.includes(part) || wanted.some(({ needs }) => needs === part.name))
const results = await programs(chosen.filter(({ isProgram }) => isProgram))
for (const part of chosen.filter(({ isProgram }) => !isProgram)) {
  console.log(`\n== ${part.name}`)
  results.push(await timed(part))
}

console.log('')
if (results.some((part) => part.failed > 0)) {
  console.log('== what failed')
  spawnSync(node, [join(root, 'scripts', 'test-failures.ts'), reports], { cwd: root, stdio: 'inherit' })
  for (const { name, lastWords } of results)
    if (lastWords) console.log(`\n✘ ${name}: the end of its output\n${lastWords}`)
  console.log('')
}
for (const { name, passed, failed, seconds } of results) {
  console.log(`${name.padEnd(20)} ${seconds.toFixed(1).padStart(7)} s   ${passed} passed, ${failed} failed`)
}
const passed = results.reduce((sum, part) => sum + part.passed, 0)
const failed = results.reduce((sum, part) => sum + part.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

/** Runs two programs at a time, because each leaves part of two cores idle. Prints a program's output when it has ended. */
async function programs(all) {
  const waiting = [...all]
  const done = []
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const printed = []
      done.push(await timed(part, (to, piece) => printed.push(() => to.write(piece))))
      console.log(`\n== ${part.name}`)
      for (const print of printed) print()
    }
  }
  await Promise.all([work(), work()])
  return done
}

async function timed({ name, run }, show) {
  const started = Date.now()
  const { passed, failed, lastWords } = await run(show)
  return { name, passed, failed, lastWords, seconds: (Date.now() - started) / 1000 }
}

function types(project, show) {
  return command(`${packages}/typescript/bin/tsc`, ['-p', project], show)
}

/** A program that succeeds or fails as a whole is one check. */
async function command(program, args, show) {
  const { status, lastWords } = await runProgram(program, args, { show })
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, lastWords }
}

async function vitest(project, environment) {
  const file = join(reports, `${project}.json`)
  const args = [
    'run',
    `--project=${project}`,
    '--passWithNoTests',
    `--maxWorkers=${project === 'browser' ? browserWorkers : fileWorkers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const ended = await runProgram(`${packages}/vitest/vitest.mjs`, args, { environment })
  const report = readReport(file)
  return counted(ended, report?.numPassedTests, report?.numFailedTests)
}

async function journeys(projects, variables = {}) {
  if (!journeyFiles().length) return { passed: 0, failed: 0 }
  const file = join(reports, 'journeys.json')
  const args = ['test', ...projects.map((project) => `--project=${project}`), '--reporter=list,json']
  const environment = {
    ...variables,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, '.cache', 'playwright'),
  }
  const ended = await runProgram(`${packages}/@playwright/test/cli.js`, args, { environment })
  const stats = readReport(file)?.stats
  return counted(ended, stats?.expected, stats && stats.unexpected + stats.flaky)
}

/** A runner that fails without a failed test has crashed, which counts as a failure. */
function counted({ status, lastWords }, passed = 0, failed = 0) {
  return status !== 0 && failed === 0 ? { passed, failed: 1, lastWords } : { passed, failed }
}

function journeyFiles() {
  const folder = join(root, 'tests', 'journeys')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.journey.ts')) : []
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function runProgram(program, args, { environment = {}, show = (to, piece) => to.write(piece) } = {}) {
  return new Promise((resolve) => {
    let lastWords = ''
    const child = spawn(node, [join(root, ...program.split('/')), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: path,
        // Programs share a compile cache, which saves a third of the CPU time of each start.
        NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
        ...(memory && { TMPDIR: memory }),
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        ...(long && { LONG_TESTS: '1' }),
        ...environment,
      },
    })
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.setEncoding('utf8').on('data', (piece) => {
        show(to, piece)
        lastWords = `${lastWords}${piece}`.slice(-3000)
      })
    }
    child.on('error', ({ message }) => resolve({ status: 1, lastWords: message }))
    const read = new Promise((done) => child.on('close', done))
    child.on('exit', async (code) => {
      await Promise.race([read, delay(2000, undefined, { ref: false })])
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ status: code ?? 1, lastWords })
    })
  })
}

/** Returns a folder in memory, which is faster for databases and browser profiles; undefined if memory is short. */
function folderInMemory() {
  const parent = '/dev/shm'
  if (!existsSync(parent)) return undefined
  const gibibyte = 1024 ** 3
  const { bavail, bsize } = statfsSync(parent)
  const usable = process.availableMemory?.() ?? 0
  const hasRoom = bavail * bsize >= 4 * gibibyte && usable >= 10 * gibibyte
  if (!hasRoom) return undefined
  const folder = mkdtempSync(join(parent, `portal-test-${process.pid}-`))
  // Open to all users like any temporary folder: if root may not map itself to nobody, PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  return folder
}

function leaveMemory(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (failure) {
    process.stderr.write(`${folder} is left: ${failure.message}\n`)
  }
}

function installChromium() {
  const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const wanted = ['chromium', 'chromium-headless-shell'].filter((name) => !existsSync(`/usr/bin/${name}`))
  if (!process.env.CHROMIUM) for (const name of wanted) installFromDebian(name)
  // Liberation has the same metrics as clients' fonts and replaces them until they load (fallback-fonts.rules.ts).
  if (!existsSync('/usr/share/fonts/truetype/liberation')) installFromDebian('fonts-liberation')
  if (!existsSync(chromium)) {
    console.error(`The browser tests need Chromium at ${chromium}: install it, or name another one in CHROMIUM.`)
  }
}

function installFirefox() {
  const firefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
  if (!process.env.FIREFOX && !existsSync(firefox)) installFromDebian('firefox-esr')
  if (!existsSync(firefox)) {
    console.error(`One journey needs Firefox at ${firefox}: install it, or name another one in FIREFOX.`)
  }
}

function installSecondEngine() {
  const place = '/usr/lib/postgresql'
  if (existsSync(place)) return
  installPostgresql('postgresql')
  if (!existsSync(place)) {
    console.error(`The tests on a second engine need PostgreSQL 15 or newer below ${place}: install it.`)
  }
}

function installPostgresql(name) {
  const settings = '/etc/postgresql-common'
  if (mayInstall() && !existsSync(join(settings, 'createcluster.conf'))) {
    mkdirSync(settings, { recursive: true })
    writeFileSync(join(settings, 'createcluster.conf'), 'create_main_cluster = false\n')
  }
  installFromDebian(name)
}

/** Installs Citus, which is under the AGPL and used only by these tests. */
function installCitus() {
  const library = '/usr/lib/postgresql/15/lib/citus.so'
  if (existsSync(library)) return
  const archive =
    process.env.CITUS_ARCHIVE ?? join(root, '../shared/engines/citus-13.2.2-postgresql-15-debian12-amd64.tgz')
  if (!existsSync(archive)) giveUp(`The tests on Citus need its archive for PostgreSQL 15: name it in CITUS_ARCHIVE.`)
  installPostgresql('postgresql-15')
  const unpacked = spawnSync('tar', ['xzf', archive, '-C', '/', '--no-same-owner', '--no-overwrite-dir'], {
    stdio: 'inherit',
  })
  if (unpacked.status !== 0 || !existsSync(library)) giveUp(`Citus could not be unpacked from ${archive}.`)
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installFromDebian(name) {
  if (!mayInstall()) return
  console.log(`Installing ${name} for the tests ...`)
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  const quiet = ['-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
  spawnSync('apt-get', ['install', '-y', ...quiet, name], options)
}
