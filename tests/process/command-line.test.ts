import { expect, it } from 'vitest'
import { runProgram } from '../harness/run-program.ts'

const portal = (...words: string[]) => runProgram('scripts/portal.ts', {}, words)

it('portal help prints the usage of every command, with exit code 0', async () => {
  const { code, stdout, stderr } = await portal('help')
  expect([code, stderr]).toEqual([0, ''])
  for (const command of ['check', 'apply', 'export', 'plan', 'explain', 'medical', 'masquerade', 'generate'])
    expect(stdout).toContain(`npm run portal -- ${command} `)
})

it('a command that is used wrongly prints its usage', async () => {
  expect(await portal('plan', 'examples/demo', '--on', '2026-13-15')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Usage:\n {2}npm run portal -- plan <folder>(?![^]*npm run portal)/),
  })
})

it('portal medical without further arguments prints the usage of all its subcommands', async () => {
  const { code, stderr } = await portal('medical')
  expect(code).toBe(1)
  expect(stderr.match(/npm run portal -- \S+/g)).toEqual(Array(3).fill('npm run portal -- medical'))
})

it('an unknown command prints the usage of all commands', async () => {
  const { code, stdout, stderr } = await portal('aply', 'examples/demo')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('npm run portal -- apply <folder>')
  expect(stderr).toContain('npm run portal -- generate ')
})

it('npm test refuses unknown options', async () => {
  const { code, stderr } = await runProgram('scripts/test.mjs', {}, ['nothing', '--lnog'])
  expect(code).toBe(1)
  expect(stderr).toContain('There is no option --lnog: name parts, or --long.')
})

it('npm run bench refuses unknown options, and lists the known ones', async () => {
  const { code, stdout, stderr } = await runProgram('bench/run.ts', {}, ['--prot', '9300'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('npm run bench -- [name ...] [--all] [--people <number>] [--port <number>]')
  expect(stderr).toContain('100000 people')
  expect(stderr).toContain('ports 3180 to 3182')
})

it('the example voucher application starts only with a secret', async () => {
  expect(await runProgram('examples/voucher-application/server.ts', { VOUCHER_SECRET: 'short' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'VOUCHER_SECRET must have at least 32 characters: openssl rand -base64 32\n',
  })
})
