import { handle, type Handler } from '../../platform/handle.ts'
import { passwordHashing } from '../../platform/hashing.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { twoFactorSeeds } from '../session/scheme-secrets.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { setUpAtLoginHandler } from './set-up-at-login.server.ts'
import { signInByCodeHandler } from './login-by-code.server.ts'
import {
  beginSetUpHandler,
  makeRecoveryCodesHandler,
  setUpOwnHandler,
  disableHandler,
} from './own-two-factor.server.ts'
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
    handle(contract.signInByCode, signInByCodeHandler(tools)),
    handle(contract.setUpAtLogin, setUpAtLoginHandler(tools)),
    handle(own.beginSetUp, beginSetUpHandler(tools)),
    handle(own.setUpOwn, setUpOwnHandler(tools)),
    handle(own.disable, disableHandler(tools)),
    handle(own.makeRecoveryCodes, makeRecoveryCodesHandler(tools)),
  ]
}
