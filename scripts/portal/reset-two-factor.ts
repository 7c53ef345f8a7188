import { isOperatorName } from '../../features/audit/operator.rules.ts'
import { type ResetRequest, resetTwoFactor } from '../../features/two-factor/reset-two-factor.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { parseArguments, textOption } from './arguments.ts'

export const resetTwoFactorUsage = `  npm run portal -- reset-two-factor <email> --as <operator> --with <second operator> --reason <why> [--client <name>]
                                     removes the second factor of a person who has lost phone and recovery codes, mails
                                     them and ends their sessions; both operators have checked who asks for it`

export async function resetLostTwoFactor(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const { email } = asked
  const config = await readConfig(process.env)
  const outcome = await withDatabase(config, (db) => resetTwoFactor(db, config.serverSecret, asked))
  switch (outcome.step) {
    case 'reset':
      return print(`${email} at ${outcome.client} logs in with the password alone, or sets up a new app.`)
    case 'off':
      return fail(`${email} at ${outcome.client} has no two factor authentication.`)
    case 'one-operator':
      return fail('Two different operators are needed: --as <operator> --with <second operator>.')
    case 'nobody':
      return fail(`No account has the address ${email}.`)
    case 'several':
      return fail(`${email} has accounts at ${outcome.clients.join(', ')}: name one of them with --client.`)
  }
}

function requestOf(words: string[]): ResetRequest | undefined {
  const parsed = parseArguments(words, { as: textOption, with: textOption, reason: textOption, client: textOption })
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [email, ...more] = positionals
  const { as: operator = '', with: secondOperator = '', reason = '', client } = values
  const isRight =
    more.length === 0 &&
    isOperatorName(operator) &&
    isOperatorName(secondOperator) &&
    /^\P{Cc}{3,500}$/u.test(reason.trim())
  return email !== undefined && isRight ? { email, client, operator, secondOperator, reason: reason.trim() } : undefined
}
