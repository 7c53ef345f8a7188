import { createHmac, randomUUID } from 'node:crypto'
import { poundsFromPence } from '../../contract/money.ts'
import { voucherLimits } from './limits.ts'
import type { VoucherOrders } from './voucher-orders.rules.ts'

type Opening = {
  /** Where the page is that frames the application, and to which alone it may speak. */
  portal: string
  /** The application's own origin: no other may take the token. */
  application: string
  client: { code: string; name: string }
  personId: string
  orders: readonly VoucherOrders[]
}

/** A signed JSON Web Token for the voucher application alone (D-16, S-64). See docs/voucher-application.md. */
export function mintVoucherToken(secret: string, { portal, application, client, personId, orders }: Opening): string {
  // By this machine's clock: the application knows nothing of one that a demo or a test has moved.
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
  const signed = [{ alg: 'HS256', typ: 'vouchers+jwt' }, claims].map(asPart).join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function asPart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
