import { changeAddress } from '../../features/data-uploads/change-address.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import type { Config } from '../../server/config.ts'
import { fail, print } from './output.ts'

export const changeEmailUsage = `  npm run portal -- change-email <email> <new email> [--client <name>] [--as <operator>]
                                     changes the address of a person's login, ends their sessions and mails both
                                     addresses; for employer users, whose address no upload changes`

export async function changeEmail(
  words: readonly string[],
  { config, operator }: { config: Config; operator: string | undefined },
): Promise<number | undefined> {
  const [email = '', to, option, client, ...more] = words
  const isRight = option === undefined || (option === '--client' && client !== undefined)
  if (to === undefined || !isRight || more.length > 0) return undefined
  const outcome = await withDatabase(config, (db) => changeAddress(db, { email, to, client, operator }))
  switch (outcome.step) {
    case 'changed':
      return print(
        `${email} logs in to ${outcome.client} with ${to} from now on. Change the address in the scheme folder, too, if it names this person.`,
      )
    case 'no-address':
      return fail(`${to} is no email address.`)
    case 'nobody':
      return fail(`Nobody has an account with ${email}.`)
    case 'several':
      return fail(`${outcome.clients.join(', ')} know ${email}: name one of them with --client.`)
    case 'same':
      return fail(`${email} already is the address at ${outcome.client}.`)
    case 'taken':
      return fail(`Somebody else at ${outcome.client} has the address ${to}.`)
  }
}
