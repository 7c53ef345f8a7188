import { isOperatorName } from '../../features/audit/operator.rules.ts'
import { exportClient as exportFromDatabase } from '../../features/scheme-export/export.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { parseArguments, textOption } from './arguments.ts'

export const exportUsage = `  npm run portal -- export <client> --to <folder> --as <operator>
                                     writes a client with all its people as a scheme folder, without passwords`

export async function exportClient(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const { client, to } = asked
  const config = await readConfig(process.env)
  const outcome = await withDatabase(config, (db) => exportFromDatabase(db, asked))
  switch (outcome.step) {
    case 'exported':
      return print(
        `${outcome.name} is in ${to}: ${outcome.files} files, ${outcome.people} people. They contain personal data. ` +
          `Passwords and second factors are not exported, so people set them up again after an import.`,
      )
    case 'no-client':
      return fail(`There is no client called ${client}.`)
    case 'folder-taken':
      return fail(`${to} already exists and is not an empty folder.`)
    case 'not-kept':
      return fail(`The folder of ${client} was applied by a version that did not store its files: apply it again.`)
    case 'unfinished':
      return fail(`An application of the folder of ${client} is unfinished: apply the folder again first.`)
    case 'faulty':
      return fail(`What would be written cannot be applied:\n${outcome.faults.map(showFault).join('\n')}`)
  }
}

function requestOf(words: string[]) {
  const options = { to: textOption, as: textOption } as const
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [client = '', ...more] = positionals
  const { to = '', as: operator = '' } = values
  const right = /^[a-z0-9][a-z0-9-]{0,62}$/.test(client) && to !== '' && isOperatorName(operator) && more.length === 0
  return right ? { client, to, operator } : undefined
}
