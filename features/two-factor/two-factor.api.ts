import { handle, type Handler } from '../../platform/handle.ts'
import { passwordHashing } from '../../platform/hashing.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { twoFactorSeeds } from '../session/scheme-secrets.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { setUpInLogin } from './set-up-at-login.server.ts'
import { logInByCode } from './login-by-code.server.ts'
import { begin, makeCodes, setUp, disableOwn } from './own-two-factor.server.ts'
import * as own from './own-two-factor.contract.ts'
import * as contract from './two-factor.contract.ts'

export function twoFactorHandlers({ serverSecret }: AppContext): Handler[] {
  const tools = {
    tokens: tokensOf(serverSecret),
    passwords: passwordHashing(serverSecret),
    seeds: twoFactorSeeds(serverSecret),
    mail: mailQueue(serverSecret),
  }
  return [
    handle(contract.signInByCode, logInByCode(tools)),
    handle(contract.setUpAtLogin, setUpInLogin(tools)),
    handle(own.beginSetUp, begin(tools)),
    handle(own.setUpOwn, setUp(tools)),
    handle(own.disable, disableOwn(tools)),
    handle(own.makeRecoveryCodes, makeCodes(tools)),
  ]
}
