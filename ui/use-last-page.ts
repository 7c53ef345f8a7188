import { useEffect, useEffectEvent } from 'react'
import { pageNumberIn, useAddressParam, useSetAddress } from './use-address-params.ts'

type Paged = {
  data: { data: readonly unknown[]; per_page: number; total: number } | undefined
  isPlaceholderData: boolean
}

/** Changes a page number beyond the end of a list, as in an old bookmark, to the last page. Returns true until then. */
export function useLastPage(name: string, { data: list, isPlaceholderData }: Paged): boolean {
  const page = pageNumberIn(useAddressParam(name))
  const setAddress = useSetAddress()
  const last = list && list.data.length === 0 ? Math.ceil(list.total / list.per_page) : 0
  const isBeyondEnd = !isPlaceholderData && last > 0 && page > last
  const showLast = useEffectEvent(() => setAddress({ [name]: last === 1 ? '' : String(last) }, { replace: true }))
  useEffect(() => {
    if (isBeyondEnd) showLast()
  }, [isBeyondEnd])
  return isBeyondEnd
}
