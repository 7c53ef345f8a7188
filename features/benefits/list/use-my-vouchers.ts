import { useQuery } from '@tanstack/react-query'
import { call } from '../../../contract/call.ts'
import { listVoucherOrders, readVoucherBalance } from '../../vouchers/vouchers.contract.ts'

/** BENEFIT-60: the same entry of the cache as whoever asks whether vouchers are all that is left. */
export const useVoucherBalance = () =>
  useQuery({
    queryKey: ['vouchers', 'balance'],
    queryFn: ({ signal }) => call(readVoucherBalance, {}, signal),
  })

export const useVoucherOrders = () =>
  useQuery({
    queryKey: ['vouchers', 'orders'],
    queryFn: ({ signal }) => call(listVoucherOrders, {}, signal),
  })
