import { handle, type Handler } from '../../platform/handle.ts'
import { passwordHashing } from '../../platform/hashing.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { createMagicLink, type RequestCode } from './magic-link.server.ts'
import { viewAsEmployee } from './masquerade.contract.ts'

export function masqueradeHandlers({ serverSecret }: AppContext, askCode: RequestCode): Handler[] {
  const tools = {
    tokens: tokensOf(serverSecret),
    passwords: passwordHashing(serverSecret),
    mails: mailQueue(serverSecret),
    askCode,
  }
  return [handle(viewAsEmployee, createMagicLink(tools))]
}
