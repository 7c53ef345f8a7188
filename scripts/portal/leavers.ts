import { isoDate } from '../../contract/dates.ts'
import { isOperatorName } from '../../features/audit/operator.rules.ts'
import { writeLeavers } from '../../features/scheme-export/leavers.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { parseArguments, textOption } from './arguments.ts'

export const leaversUsage = `  npm run portal -- leavers <client> --last-day <yyyy-mm-dd> [--everybody] --to <folder> --as <operator>
                                     writes cover that ends on a last day and amounts owed, for providers and a new employer;
                                     --everybody first records this last day for all employees`

export async function leaversCommand(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const { client, to, lastDay } = asked
  const config = await readConfig(process.env)
  const outcome = await withDatabase(config, (db) => writeLeavers(db, asked))
  switch (outcome.step) {
    case 'written': {
      const given = asked.everybody ? ` ${outcome.given} people were given ${lastDay} as their last day.` : ''
      return print(`${to} has ${outcome.ends} ends and ${outcome.owed} amounts that are owed or due.${given}`)
    }
    case 'no-client':
      return fail(`There is no client called ${client}.`)
    case 'folder-taken':
      return fail(`${to} already exists and is not an empty folder.`)
  }
}

function requestOf(words: string[]) {
  const options = {
    'last-day': textOption,
    everybody: { type: 'boolean', default: false },
    to: textOption,
    as: textOption,
  } as const
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [client = '', ...more] = positionals
  const { to = '', as: operator = '', everybody } = values
  const lastDay = isoDate.safeParse(values['last-day'])
  const right = /^[a-z0-9][a-z0-9-]{0,62}$/.test(client) && to !== '' && isOperatorName(operator) && more.length === 0
  return right && lastDay.success ? { client, to, operator, everybody, lastDay: lastDay.data } : undefined
}
