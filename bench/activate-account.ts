import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { ClientId } from '../contract/ids.ts'
import { tokensOf } from '../services/session/tokens.server.ts'
import { bigClient } from './main-client.ts'
import { serverSecret } from './server-secret.ts'
import { password } from './running-portal.ts'
import type { BenchServers } from './bench-servers.ts'

/** Activates an invited person. The link's token is inserted into the database instead of mailed. */
export async function activate({ product, query }: BenchServers, personId: string): Promise<void> {
  const token = randomBytes(16).toString('base64url')
  const [person] = await query<{ clientId: ClientId; born: string }>(
    `select client_id as "clientId", to_char(date_of_birth, 'DD/MM/YYYY') as born
     from person_details
     where person_id = $1`,
    [personId],
  )
  if (!person) throw new Error(`${personId} is nobody`)
  const { hash, keyId } = tokensOf([serverSecret]).linkHash(person.clientId, token)
  await query(
    `insert into password_link (client_id, person_id, kind, token_hash, key_id, created_at, expires_at)
     values ($1, $2, 'activation', $3, $4, now(), now() + interval '1 day')`,
    [person.clientId, personId, hash, keyId],
  )
  const link = { token, date_of_birth: person.born }
  const cookie = await post(product.port, '/api/v1/password-reset/dob', { body: link })
  await post(product.port, '/api/v1/password-reset', {
    body: { ...link, password, password_confirmation: password },
    cookie,
  })
}

function post(port: number, path: string, { body, cookie = '' }: { body: object; cookie?: string }): Promise<string> {
  const headers = { host: `${bigClient}.localhost:${port}`, 'content-type': 'application/json', cookie }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`))
        else resolve((answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; '))
      })
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}
