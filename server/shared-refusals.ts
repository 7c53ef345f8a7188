import { accessInView, identifiesCaller, type Endpoint } from '../contract/endpoint.ts'
import { notFound } from '../contract/not-found.ts'
import { refusal, type Refusal } from '../contract/refusals.ts'
import { errorMessages } from '../contract/messages.ts'
import { notFromPortal } from '../services/session/session.contract.ts'
import { doubledBearer, sessionEnded, tokenMismatch } from '../features/session/authenticate.server.ts'
import {
  busy,
  denied,
  malformedUrl,
  notInView,
  notThisView,
  sameKeyOtherRequest,
  termsRequired,
  tooLarge,
  twoFactorDue,
  unreadableBody,
  wrongMediaType,
} from './refusals.ts'

export function refusalsOf(endpoint: Endpoint): Refusal[] {
  const takesBody = endpoint.method !== 'GET'
  const needsSomebody = identifiesCaller(endpoint)
  return [
    unreadableBody,
    ...(needsSomebody ? [doubledBearer, sessionEnded, tokenMismatch] : []),
    ...(endpoint.access === 'employer' ? [denied] : []),
    ...(needsSomebody ? [notThisView] : []),
    ...(needsSomebody && accessInView(endpoint) !== 'allowed' ? [notInView] : []),
    ...(needsSomebody && !endpoint.beforeTwoFactor ? [twoFactorDue] : []),
    ...(needsSomebody && !endpoint.beforeTerms ? [termsRequired] : []),
    ...(endpoint.params ? [notFound] : []),
    ...(takesBody ? [notFromPortal, tooLarge, wrongMediaType] : []),
    malformedUrl,
    ...(takesBody && needsSomebody ? [sameKeyOtherRequest] : []),
    ...(endpoint.refuses ?? []),
    busy,
  ]
}

export const unexpected = { ...refusal('unexpected', 503, errorMessages.retryLater), status: 500 }
