import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { errorMessages } from '../../contract/messages.ts'
import {
  usesSingleSignOn,
  tooManyWelcomes,
  hasLeft,
  nothingToActivate,
  welcomeEmployee,
} from './welcome-email.contract.ts'

export function useResendWelcomeEmail(employeeId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(welcomeEmployee, { params: { id: employeeId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['welcomes'] }),
  })
}

const reasons = [nothingToActivate, hasLeft, usesSingleSignOn, tooManyWelcomes].map(({ code }) => code)

export function notSentReason(failure: unknown): string {
  const isReason = failure instanceof CallFailed && reasons.includes(failure.code ?? '')
  return isReason ? failure.message : errorMessages.retryLater
}
