import { useRouterState, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../../contract/paths.ts'
import { useMfaData, type MfaData } from '../session/use-second-factor-pending.ts'
import type { useSecondStep } from './use-second-step.ts'

export function useSetUpState(): { isFirst: boolean; isFromActivation: boolean } {
  const state: object = useRouterState({ select: ({ location }) => location.state })
  return {
    isFirst: !('isFirst' in state && state.isFirst === false),
    isFromActivation: 'isFromActivation' in state && state.isFromActivation === true,
  }
}

type AtLogin = {
  mfaData: MfaData | null
  again: () => void
}

/** Returns the secret being set up at login. After a reload it is requested again with the ticket. */
export function useSecretAtLogin({ isHalfWay, send }: ReturnType<typeof useSecondStep>): AtLogin {
  const router = useRouter()
  const mfaData = useMfaData((state) => state.mfaData)
  const isMissing = isHalfWay && mfaData === null
  const again = () =>
    void send(async (credentials, { fetchSecret }) => {
      // Set up in another tab in the meantime: now a code is needed.
      if (!(await fetchSecret(credentials))) router.history.replace(paths.twoFactorCode())
    })
  useEffect(() => {
    if (isMissing) again()
    // Once only: `again` changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMissing])
  return { mfaData, again }
}
