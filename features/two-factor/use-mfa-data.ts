import { useEffect } from 'react'
import { call } from '../../contract/call.ts'
import { requestToken } from '../session/session.contract.ts'
import { deviceToken } from '../session/use-device-token.ts'
import { keepMfaData, useMfaData, type MfaData } from '../session/use-half-way.ts'
import type { useSecondStep } from './use-second-step.ts'

/** The secret that is being set up at login. A page that was loaded anew asks for it with its ticket; null until it is there. */
export function useSecretAtLogin({ isHalfWay, send }: ReturnType<typeof useSecondStep>): MfaData | null {
  const mfaData = useMfaData((state) => state.mfaData)
  const isMissing = isHalfWay && mfaData === null
  useEffect(() => {
    if (!isMissing) return
    void send(async ({ email, ticket }) => {
      const body = { email, password: ticket, deviceToken: await deviceToken() }
      keepMfaData(await call(requestToken, { body }))
    })
    // Once: `send` is another function with every drawing of the screen.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMissing])
  return mfaData
}
