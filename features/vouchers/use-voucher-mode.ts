import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../contract/call.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { listBenefits } from '../../domain/selections/benefits.contract.ts'
import { storeVouchersOnly } from '../session/use-vouchers-only.ts'
import { readVoucherBalance } from './vouchers.contract.ts'

export type VoucherMode = { step: 'unknown' } | { step: 'ordinary' } | { step: 'ccv-only'; product: BenefitId }

/** `ccv-only`: a leaver or inactive person who has only childcare vouchers (BENEFIT-61). */
export function useVoucherMode(): VoucherMode {
  const benefits = useQuery({
    queryKey: ['benefits', 'list'],
    queryFn: ({ signal }) => call(listBenefits, {}, signal),
  })
  const balance = useQuery({
    queryKey: ['vouchers', 'balance'],
    queryFn: ({ signal }) => call(readVoucherBalance, {}, signal),
  })
  const mode = modeOf()
  useEffect(() => {
    if (benefits.data && balance.data) storeVouchersOnly(mode.step === 'ccv-only')
  }, [benefits.data, balance.data, mode.step])
  return mode

  function modeOf(): VoucherMode {
    if (benefits.isError || balance.isError) return { step: 'ordinary' }
    if (!benefits.data || !balance.data) return { step: 'unknown' }
    const product = benefits.data.find(({ groupCode }) => groupCode === 'ccv')
    return product && balance.data.balance > 0 ? { step: 'ccv-only', product: product.benefitId } : { step: 'ordinary' }
  }
}
