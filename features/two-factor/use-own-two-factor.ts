import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { panelIn } from '../../ui/use-panel.ts'
import { deviceToken } from '../session/use-device-token.ts'
import type { MfaData } from '../session/use-second-factor-pending.ts'
import { isSignedIn, useUser } from '../session/use-session.ts'
import type { CodeRefusal } from './SecurityCodeForm.tsx'
import { beginSetUp, currentCodeNeeded, disable, makeRecoveryCodes, setUpOwn } from './own-two-factor.contract.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { panels, type PanelName } from '../../contract/panels.ts'

export type OwnSetUp = MfaData & { isFirst: boolean; needsPassword: boolean }

type OwnSteps = {
  setUp: OwnSetUp | null
  reason: string | null
}
const nothing: OwnSteps = { setUp: null, reason: null }

/** Data that one panel leaves for the next. Only in memory, because it must not appear in the address. */
export const useOwnSteps = create<OwnSteps>(() => nothing)

/** The browser's next user must not see the data. */
export function useClearSteps(): void {
  const router = useRouter()
  useEffect(
    () => () => {
      const next = panelIn(router.state.location.searchStr)?.name
      if (!isSignedIn() || !next?.startsWith('two-fa-')) useOwnSteps.setState(nothing)
    },
    [router],
  )
}

export function useOwnTwoFactor() {
  const id = useUser()?.id ?? ''
  const email = useUser()?.email
  const client = useQueryClient()
  const { busy, run: runAlone } = useOneAtATime()
  const [refused, setRefused] = useState<CodeRefusal | null>(null)
  const [needsCode, setNeedsCode] = useState(false)

  /** Undefined if the call was refused, or if another one is in progress. */
  const run = <Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> =>
    runAlone(async () => {
      try {
        const answer = await work()
        setRefused(null)
        return answer
      } catch (failure) {
        // The first call finds out whether a code is needed. That refusal is not shown.
        const asks = failure instanceof CallFailed && failure.code === currentCodeNeeded.code && !needsCode
        if (asks) setNeedsCode(true)
        else setRefused((last) => ({ sentence: failureText(failure), times: (last?.times ?? 0) + 1 }))
        return undefined
      }
    })

  const params = { id }
  return {
    busy,
    refused,
    needsCode,

    begin: (code?: string) =>
      run(async () => {
        const { secret, url, needsPassword } = await call(beginSetUp, { params, body: { code } })
        useOwnSteps.setState({ setUp: { secret, url, needsPassword, isFirst: true } })
      }),
    passFirst: (setUp: OwnSetUp, code: string) =>
      run(async () => {
        const body = { type: 'temporary' as const, code, secret: setUp.secret, deviceToken: await deviceToken() }
        await call(setUpOwn, { params, body })
        useOwnSteps.setState({ setUp: { ...setUp, isFirst: false } })
      }),
    passLast: ({ secret }: MfaData, code: string, password: string) =>
      run(async () => {
        const body = { type: 'complete' as const, code, secret, email, password, deviceToken: await deviceToken() }
        const { codes } = await call(setUpOwn, { params, body })
        changed()
        return codes
      }),
    disable: (reason: string, code: string) =>
      run(async () => {
        await call(disable, { params, body: { enabled: false, reason, code } })
        changed()
        return true
      }),
    makeCodes: (code: string) => run(async () => (await call(makeRecoveryCodes, { params, body: { code } })).codes),
  }

  function changed() {
    void client.invalidateQueries()
  }
}

/** Closing the next panel closes both. */
export function useNextPanel(): (name: PanelName, params?: Record<string, string>) => void {
  const router = useRouter()
  return (name, params = {}) => {
    const { pathname, searchStr, state } = router.state.location
    const query = new URLSearchParams(searchStr)
    for (const key of Object.values(panels).flat()) query.delete(key)
    for (const [key, value] of Object.entries({ panel: name, ...params })) query.set(key, value)
    const opened = 'panelOpenedHere' in state ? { panelOpenedHere: true } : {}
    router.history.replace(`${pathname}?${query.toString()}`, opened)
  }
}
