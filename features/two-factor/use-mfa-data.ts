import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../../contract/paths.ts'
import { useMfaData, type MfaData } from '../session/use-half-way.ts'
import type { useSecondStep } from './use-second-step.ts'

type AtLogin = {
  /** Null until it is there. */
  mfaData: MfaData | null
  again: () => void
}

/** The secret that is being set up at login. A page that was loaded anew asks for it with its ticket. */
export function useSecretAtLogin({ isHalfWay, send }: ReturnType<typeof useSecondStep>): AtLogin {
  const router = useRouter()
  const mfaData = useMfaData((state) => state.mfaData)
  const isMissing = isHalfWay && mfaData === null
  const again = () =>
    void send(async (credentials, { fetchSecret }) => {
      // Set up meanwhile, in another tab: what is owed now is a code.
      if (!(await fetchSecret(credentials))) router.history.replace(paths.twoFactorCode())
    })
  useEffect(() => {
    if (isMissing) again()
    // Once: it is another function with every drawing of the screen.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMissing])
  return { mfaData, again }
}
