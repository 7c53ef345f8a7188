import { createHmac, randomUUID } from 'node:crypto'
import { poundsFromPence } from '../../contract/money.ts'
import { type VoucherOrders, voucherLimits } from './voucher-orders.rules.ts'

type TokenInput = {
  /** The application sends messages to no other origin. */
  portal: string
  /** Origin of the application. Other applications must not accept the token. */
  application: string
  client: { code: string; name: string }
  personId: string
  orders: readonly VoucherOrders[]
}

/** A JSON Web Token for the voucher application only (D-16, S-64). See docs/voucher-application.md. */
export function createVoucherToken(
  secret: string,
  { portal, application, client, personId, orders }: TokenInput,
): string {
  // Uses the machine's clock, because the application does not know the moved clock of a demo or test.
  const issuedAt = Math.floor(Date.now() / 1000)
  const claims = {
    iss: portal,
    aud: application,
    sub: personId,
    role: 'employer',
    client: client.code,
    client_name: client.name,
    orders: orders.map(({ voucherDate, state, people, amount }) => ({
      date: voucherDate,
      state,
      orders: people,
      amount: poundsFromPence(amount),
    })),
    iat: issuedAt,
    exp: issuedAt + voucherLimits.tokenMs / 1000,
    jti: randomUUID(),
  }
  const signed = [{ alg: 'HS256', typ: 'vouchers+jwt' }, claims].map(base64Json).join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function base64Json(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
