import { emailProblem, storedEmail } from '../../contract/email.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { passwordHashing } from '../../platform/hashing.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { recordFirstActivation, lockAccount } from '../../services/session/account.queries.ts'
import { readHubUrl, readSignInRules, readSsoDomains, readSsoLogout } from '../../services/session/client.queries.ts'
import { enterByToken } from '../../services/session/login-token.contract.ts'
import { signOnPaths } from './sign-on-paths.rules.ts'
import { loginByTokenHandler } from './login-by-token.server.ts'
import { clearRefreshCookies } from '../../services/session/issue-session.server.ts'
import { listFaqs, readClient, readUser } from './user-and-client.queries.ts'
import { findHub } from '../../services/session/hub.contract.ts'
import { renewSessionHandler } from './renew-session.server.ts'
import { prepareCaptcha } from '../../services/session/captcha.contract.ts'
import { twoFactorSeeds } from './scheme-secrets.server.ts'
import * as contract from '../../services/session/session.contract.ts'
import { loginMessages } from '../../services/session/session.messages.ts'
import { endSession, endOtherSessions, listOpenSessions } from '../../services/session/session.queries.ts'
import { signInHandler } from './sign-in.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { notFound } from '../../contract/not-found.ts'
import { deviceName } from './own-sessions/device-name.rules.ts'
import {
  endOtherOwnSessions,
  endOwnSession,
  isThisSession,
  listOwnSessions,
} from './own-sessions/own-sessions.contract.ts'

export function sessionHandlers({ serverSecret, captcha }: AppContext): Handler[] {
  const tokens = tokensOf(serverSecret)
  const passwords = passwordHashing(serverSecret)
  const seeds = twoFactorSeeds(serverSecret)

  return [
    handle(contract.checkLoginUrl, async ({ clientId, tx, body }) => {
      if (emailProblem(body.email) !== null) throw refuse(contract.loginUrlFailed)
      const [, domain = ''] = storedEmail(body.email).split('@')
      // The reply depends only on client and email domain, so it does not reveal accounts (S-01).
      const hasSSO = clientId !== null && (await readSsoDomains(tx, clientId)).includes(domain)
      return { hasSSO, url: hasSSO ? signOnPaths.start() : null, error: null }
    }),

    handle(contract.requestToken, signInHandler({ tokens, passwords, seeds, captcha })),
    handle(enterByToken, loginByTokenHandler({ tokens, seeds })),
    handle(prepareCaptcha, ({ site, now }) => captcha.offer({ site, now })),
    handle(contract.refreshToken, renewSessionHandler({ tokens })),

    handle(findHub, async ({ clientId, tx }) => {
      const url = await readHubUrl(tx, clientId)
      return { url, error: url === null ? loginMessages.unable : null }
    }),

    handle(contract.loginSetup, async ({ caller, clientId, tx, today }) => {
      const user = await readUser(tx, clientId, caller)
      const client = await readClient(tx, clientId, today)
      const { ssoAccessOnly } = await readSignInRules(tx, clientId, today)
      return {
        user,
        client,
        cmsData: { faqs: await listFaqs(tx, clientId), sso_access_only: ssoAccessOnly },
        viewGrantedBy: caller.view?.grantedBy ?? null,
      }
    }),

    handle(contract.recordActivation, async ({ caller, clientId, tx, now, body, audit }) => {
      const isFirst = await recordFirstActivation(tx, clientId, caller.personId, now)
      audit({ sso: body.sso, isFirst })
      return { status: 'ok' as const }
    }),

    handle(contract.readUser, ({ caller, clientId, tx }) => readUser(tx, clientId, caller)),
    handle(contract.ping, () => Promise.resolve({ status: 'ok' as const })),

    ...ownSessionHandlers,
    handle(contract.logout, leave),
    handle(contract.logoutByPost, leave),
    handle(contract.userLogout, leave),
    handle(contract.userLogoutByPost, leave),
  ]
}

async function leave({ caller, clientId, tx, now, answer, audit }: Call<typeof contract.logout>) {
  const { sessionId } = caller
  const sso = await readSsoLogout(tx, clientId, sessionId)
  await endSession(tx, clientId, { sessionId, because: 'logged-out', now })
  audit({ sessionId, ...(sso.isRefused && { ssoLogoutRefused: true }) })
  // A view has no cookies. Those in this browser belong to its own login (MASQ-07).
  if (caller.view) return { ssoLogoutUrl: null }
  clearRefreshCookies(answer)
  // Does not clear "storage", because the cookie consent must outlive the session (LOGOUT-06).
  answer.header('Clear-Site-Data', '"cache"')
  return { ssoLogoutUrl: sso.url }
}

const ownSessionHandlers: Handler[] = [
  handle(listOwnSessions, async ({ caller, clientId, tx, now }) => {
    const sessions = await listOpenSessions(tx, clientId, { personId: caller.personId, now })
    return sessions
      .map(({ userAgent, ...session }) => ({
        ...session,
        device: deviceName(userAgent),
        isCurrent: session.id === caller.sessionId,
      }))
      .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  }),

  handle(endOwnSession, async ({ caller: { personId, sessionId }, clientId, tx, now, params, audit }) => {
    if (params.id === sessionId) throw refuse(isThisSession)
    // A renewal takes the same lock, so it cannot give the ended session new tokens.
    await lockAccount(tx, clientId, personId)
    const open = await listOpenSessions(tx, clientId, { personId, now })
    if (!open.some(({ id }) => id === params.id)) throw refuse(notFound)
    await endSession(tx, clientId, { sessionId: params.id, because: 'ended-by-owner', now })
    audit({ sessionId: params.id, ended: 1 })
    return { ended: 1 }
  }),

  handle(endOtherOwnSessions, async ({ caller: { personId, sessionId }, clientId, tx, now, audit }) => {
    await lockAccount(tx, clientId, personId)
    const ended = await endOtherSessions(tx, clientId, { personId, except: sessionId, because: 'ended-by-owner', now })
    audit({ ended })
    return { ended }
  }),
]
