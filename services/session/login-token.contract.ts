import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { linkTokenIn } from '../../contract/link-paths.ts'
import { refusal } from '../../contract/refusals.ts'
import { tokenReply } from './session.contract.ts'
import { ssoMessages } from './sso.messages.ts'

export const entryFailed = refusal('entry-failed', 401, ssoMessages.failed)

/** Starts a session with the one-time token of `/sso-login/`. A cookie proves that this browser got the token (S-31). */
export const enterByToken = endpoint('POST', '/login/sso', {
  base: 'api',
  access: 'public',
  body: z.strictObject({ sso: z.string().min(1).max(200).transform(linkTokenIn) }),
  reply: tokenReply,
  refuses: [entryFailed],
  audit: 'session.started',
  byCookie: true,
  ownTransactions: true,
})
