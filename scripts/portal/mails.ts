import { isOperatorName } from '../../features/audit/operator.rules.ts'
import { failedMailsOf, sendMailAgain } from '../../features/audit/operator-commands.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { isUuid, parseArguments, textOption } from './arguments.ts'

export const mailsUsage = `  npm run portal -- mails --client <name> [--as <operator>]
                                     lists mails that could not be sent, with the reason; the audit records it;
                                     they are removed after 30 days
  npm run portal -- mails <id> --client <name> --as <operator>
                                     sends one of them again; the audit records it`

export async function mailsCommand(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const { client } = asked
  const config = await readConfig(process.env)
  if (config.mode === 'production' && asked.operator === undefined)
    return fail('Please give your name, for the audit: --as <operator>.')
  if (asked.what === 'list') {
    const failed = await withDatabase(config, (db) => failedMailsOf(db, asked))
    if (!failed) return fail(`There is no client called ${client}.`)
    const lines = failed.map(
      ({ id, kind, address, failedAt, error }) =>
        `${id}  ${failedAt}  ${kind} to ${address ?? 'nobody'}: ${error ?? 'unknown'}`,
    )
    return print(failed.length === 0 ? `${client} has no failed mails.` : lines.join('\n'))
  }
  const isQueued = await withDatabase(config, (db) => sendMailAgain(db, asked))
  return isQueued
    ? print('The mail is queued. If it fails again, it is listed again.')
    : fail(`${client} has no failed mail ${asked.id}.`)
}

type MailsRequest =
  | { what: 'list'; client: string; operator: string | undefined }
  | { what: 'send-again'; client: string; id: string; operator: string }

function requestOf(words: string[]): MailsRequest | undefined {
  const options = { client: textOption, as: textOption } as const
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [id, ...more] = positionals
  const { client, as: operator } = values
  if (client === undefined || more.length > 0) return undefined
  if (operator !== undefined && !isOperatorName(operator)) return undefined
  if (id === undefined) return { what: 'list', client, operator }
  return isUuid(id) && operator !== undefined ? { what: 'send-again', client, id, operator } : undefined
}
