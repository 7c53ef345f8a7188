import { isoDate } from '../../contract/dates.ts'
import { planCommandOutput } from '../../features/scheme-plan/plan-command.server.ts'
import { planScheme } from '../../features/scheme-plan/plan.server.ts'
import { schemeSecrets } from '../../features/session/scheme-secrets.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { parseArguments, textOption } from './arguments.ts'

export const planUsage = `  npm run portal -- plan <folder> [--on <yyyy-mm-dd>] [--people] [--json] [--exit-code]
                                     lists what applying a scheme folder would change, for whom, and its cost; changes
                                     nothing. With --exit-code the exit code is 2 if there is something to apply`

export async function planFolder(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const { folder, on, people, json, 'exit-code': exitCode } = asked
  const config = await readConfig(process.env)
  const secrets = schemeSecrets(config.serverSecret, config.mode)
  const planned = await withDatabase(config, (db) => planScheme(db, { folder, secrets, on, people }))
  const { code, text } = planCommandOutput(planned, { json, exitCode })
  if (code === 1) return fail(text)
  print(text)
  return code
}

function requestOf(words: string[]) {
  const options = {
    on: textOption,
    people: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'exit-code': { type: 'boolean', default: false },
  } as const
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [folder, ...more] = positionals
  const on = isoDate.optional().safeParse(values.on)
  return !folder || more.length > 0 || !on.success ? undefined : { ...values, folder, on: on.data }
}
