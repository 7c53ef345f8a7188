import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import type { BenefitId } from '../contract/ids.ts'
import { paths } from '../contract/paths.ts'
import { useVoucherMode } from '../features/vouchers/use-voucher-mode.ts'

/** Redirects people with only childcare vouchers from screens that they may not use (GUARD-08). */
export function VoucherGate({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const router = useRouter()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const mode = useVoucherMode()
  const instead = mode.step === 'ccv-only' ? redirectFor(pathname, mode.product) : null
  useEffect(() => {
    if (instead) router.history.replace(instead)
  }, [instead, router])
  return mode.step === 'unknown' || instead ? waiting : children
}

function redirectFor(pathname: string, product: BenefitId): string | null {
  const here = pathname.endsWith('/') ? pathname : `${pathname}/`
  if (here === paths.benefits()) return paths.benefit(product)
  return here.startsWith(paths.dashboard()) ? paths.home() : null
}
