import { changeEmployerEmail } from '../../features/data-uploads/change-email.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import type { Config } from '../../server/config.ts'
import { fail, print } from './output.ts'

export const changeEmailUsage = `  npm run portal -- change-email <email> <new email> [--client <name>] [--as <operator>]
                                     changes the address of an employer user's login, ends their sessions and mails
                                     both addresses; employees get new addresses by upload`

export async function changeEmail(
  words: readonly string[],
  { config, operator }: { config: Config; operator: string | undefined },
): Promise<number | undefined> {
  const [email = '', to, option, client, ...more] = words
  const isRight = option === undefined || (option === '--client' && client !== undefined)
  if (to === undefined || !isRight || more.length > 0) return undefined
  const outcome = await withDatabase(config, (db) => changeEmployerEmail(db, { email, to, client, operator }))
  switch (outcome.step) {
    case 'changed':
      return print(
        `${email} logs in to ${outcome.client} with ${to} from now on. Change the address in the scheme folder, too, if it names this person.`,
      )
    case 'no-address':
      return fail(`${to} is not an email address.`)
    case 'nobody':
      return fail(`No account has the address ${email}.`)
    case 'employee':
      return fail(
        `${email} is an employee at ${outcome.client}. The employer changes the address with an upload of employee data.`,
      )
    case 'several':
      return fail(
        `Several clients have an account with ${email}: ${outcome.clients.join(', ')}. Name one with --client.`,
      )
    case 'same':
      return fail(`${email} is already the address of this account at ${outcome.client}.`)
    case 'taken':
      return fail(`Another account at ${outcome.client} already has the address ${to}.`)
  }
}
