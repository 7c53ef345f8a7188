import { useRouterState, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../../contract/paths.ts'
import { useMfaData, type MfaData } from '../session/use-second-factor-pending.ts'
import type { useSecondFactorStep } from './use-second-factor-step.ts'

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

export function useSecretAtLogin({ isHalfWay, send }: ReturnType<typeof useSecondFactorStep>): AtLogin {
  const router = useRouter()
  const mfaData = useMfaData((state) => state.mfaData)
  const isMissing = isHalfWay && mfaData === null
  const again = () =>
    void send(async (credentials, { fetchSecret }) => {
      if (!(await fetchSecret(credentials))) router.history.replace(paths.twoFactorCode())
    })
  useEffect(() => {
    if (isMissing) again()
    // Runs once: `again` is a new function at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMissing])
  return { mfaData, again }
}
