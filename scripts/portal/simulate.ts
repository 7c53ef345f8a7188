import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../../database/bootstrap.ts'
import { setClock } from '../../database/clock.ts'
import { startEmbedded } from '../../database/embedded.ts'
import { migrate } from '../../database/migrate.ts'
import { findPostgres, type Postgres } from '../../database/postgres.ts'
import { databaseLimits } from '../../server/limits.ts'
import { type Config, readConfig } from '../../server/config.ts'
import type { Violation } from '../../tests/lives/rules.ts'
import type { SimulationResult } from '../../tests/lives/simulate.ts'
import { fail, print } from './output.ts'
import { parseArguments, textOption } from './arguments.ts'

export const simulateUsage = `  npm run portal -- simulate <folder> [--seed <number>] [--lives <number>] [--years <number>] [--life <number>]
                                     [--every <days>] [--uk]
                                     simulates people over some scheme years with a scheme folder, in a database of its
                                     own; lists broken rules of benefits over time, with exit code 1`

export async function simulateFolder(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const work = await mkdtemp(join(tmpdir(), 'portal-simulate-'))
  try {
    const config = await readConfig({ ...process.env, DATA_DIR: join(work, 'data') })
    if (config.mode === 'production') return fail('People are not invented in production.')
    const postgres = await openTestDatabase(config)
    try {
      await migrate(postgres.owner)
      const isUsed = await withConnection(postgres.owner, async (owner) => {
        await setClock(owner, { mode: 'test' })
        return (await owner.query('select from client_address limit 1')).rowCount === 1
      })
      if (isUsed) return fail('DATABASE_URL names a database with clients in it: give an empty one, or none.')
      return await live(asked, { work, ground: postgres })
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function openTestDatabase({ databaseUrl, databaseAppUrl, dataDir }: Config): Promise<Postgres> {
  if (databaseUrl !== undefined) return findPostgres({ databaseUrl, databaseAppUrl, dataDir, patience: databaseLimits })
  const embedded = await startEmbedded({
    dataDir,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '64MB' },
  })
  return {
    owner: embedded.login('portal_owner'),
    app: embedded.login('portal_app'),
    sendsOptions: true,
    stop: () => embedded.stop(),
  }
}

type Words = {
  folder: string
  seed: number
  lives: number
  years: number
  only: number | undefined
  every: number
  uk: boolean
}

async function live(asked: Words, { work, ground }: { work: string; ground: Postgres }): Promise<number> {
  // Loaded for this command only, because it includes the independent implementation of the rules.
  const { simulate } = await import('../../tests/lives/simulate.ts')
  const { showViolation } = await import('../../tests/lives/rules.ts')
  const { folder, seed, lives, years } = asked
  print(`Seed ${seed}: ${lives} lives over ${years} scheme years of ${folder}`)
  const outcome = await simulate({
    ...asked,
    work,
    ground,
    onViolation: (violation) => void print(`${showViolation(violation)}\n  ${again(asked, violation)}`),
  })
  print(summary(outcome))
  return outcome.violations.length > 0 ? 1 : 0
}

function again({ folder, seed, lives, years, every, uk }: Words, { place }: Violation): string {
  const life = place === undefined ? '' : ` --life ${place}`
  return `npm run portal -- simulate ${folder} --seed ${seed} --lives ${lives} --years ${years} --every ${every}${uk ? ' --uk' : ''}${life}`
}

function summary({ lives, days, steps, news, violations, histories }: SimulationResult): string {
  const kinds = Object.entries(news).map(([kind, count]) => `${kind} ${count}`)
  const rules = Object.entries(Object.groupBy(violations, ({ rule }) => rule)).map(
    ([rule, found]) => `  ${rule}: ${found?.length ?? 0}`,
  )
  const told = Object.entries(histories).flatMap(([email, history]) => [email, ...history.map((step) => `  ${step}`)])
  return [
    ...(violations.length > 0 ? ['', 'Events:', ...told, ''] : []),
    `${lives} lives, ${days} days, ${steps} steps (${kinds.join(', ')}).`,
    ...(violations.length === 0 ? ['No rule is broken.'] : ['Broken rules:', ...rules]),
  ].join('\n')
}

function requestOf(words: string[]): Words | undefined {
  const options = {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lives: { type: 'string', default: '20' },
    years: { type: 'string', default: '5' },
    life: textOption,
    every: { type: 'string', default: '7' },
    uk: { type: 'boolean', default: false },
  } as const
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [folder, ...more] = positionals
  const numbers = [values.seed, values.lives, values.years, values.every, values.life ?? '0']
  if (folder === undefined || more.length > 0 || !numbers.every((text) => /^\d{1,9}$/.test(text))) return undefined
  const [seed = 0, lives = 0, years = 0, every = 0, life = 0] = numbers.map(Number)
  if (lives < 1 || years < 1 || every < 1 || life >= lives) return undefined
  return { folder, seed, lives, years, every, uk: values.uk, only: values.life === undefined ? undefined : life }
}
