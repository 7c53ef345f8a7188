import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { listVoucherOrders, readVoucherBalance } from '../vouchers/vouchers.contract.ts'

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
