import type { ChainHead } from '../../services/audit/audit-chain.server.ts'
import { type CheckedAudit, verifyAudit } from '../../features/audit/operator-commands.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { parseArguments, textOption } from './arguments.ts'

export const auditUsage = `  npm run portal -- audit verify [--client <name> [--head <number>:<hash>]]
                                     verifies the chain of audit events and prints its head; --head is one printed before,
                                     which must still be part of it`

export async function auditCommand(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const config = await readConfig(process.env)
  const checked = await withDatabase(config, (db) => verifyAudit(db, asked))
  if (checked.length === 0)
    return fail(asked.client === undefined ? 'There are no clients.' : `There is no client called ${asked.client}.`)
  const lines = checked.map(line).join('\n')
  return checked.every(({ check }) => check.intact) ? print(lines) : fail(lines)
}

function line({ client, check }: CheckedAudit): string {
  return check.intact
    ? `${client}: intact, head ${check.head.sequence}:${Buffer.from(check.head.hash).toString('hex')}`
    : `${client}: event ${check.sequence} is ${check.why}.`
}

function requestOf(words: string[]): { client?: string | undefined; head?: ChainHead | undefined } | undefined {
  const options = { client: textOption, head: textOption } as const
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const { client, head } = values
  if (positionals.length !== 1 || positionals[0] !== 'verify') return undefined
  if (head === undefined) return { client }
  const [, sequence, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(head) ?? []
  if (client === undefined || sequence === undefined || hash === undefined) return undefined
  return { client, head: { sequence: BigInt(sequence), hash: Buffer.from(hash, 'hex') } }
}
