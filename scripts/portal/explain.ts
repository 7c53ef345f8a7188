import { isoDate } from '../../contract/dates.ts'
import { isOperatorName } from '../../features/audit/operator.rules.ts'
import { explainToOperator } from '../../features/explain/operator-commands.server.ts'
import { explanationText } from '../../features/explain/explanation-text.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { parseArguments, textOption } from './arguments.ts'

export const explainUsage = `  npm run portal -- explain <email> <benefit> [--on <yyyy-mm-dd>] [--client <name>] [--as <operator>]
                                     explains a person's allowed actions and price for a benefit`

export async function explainBenefit(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const config = await readConfig(process.env)
  if (config.mode === 'production' && asked.operator === undefined)
    return fail('Please give your name, for the audit: --as <operator>.')
  const answer = await withDatabase(config, (db) => explainToOperator(db, asked))
  const text = explanationText(answer, asked)
  return answer.step === 'explained' ? print(text) : fail(text)
}

function requestOf(words: string[]) {
  const options = { on: textOption, client: textOption, as: textOption } as const
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [email, code, ...more] = positionals
  if (email === undefined || code === undefined || more.length > 0) return undefined
  const on = isoDate.optional().safeParse(values.on)
  const operator = values.as
  if (operator !== undefined && !isOperatorName(operator)) return undefined
  return on.success ? { email, code, on: on.data, client: values.client, operator } : undefined
}
