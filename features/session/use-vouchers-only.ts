import { create } from 'zustand'
import { storeItem } from '../../ui/store-item.ts'
import { isViewTab, useSession } from './use-session.ts'

const KEY = 'ccvOnly'

/** True for people with only childcare vouchers. Stored, so that it is known after a reload (BENEFIT-61). */
export const useVouchersOnly = create<{ ccvOnly: boolean }>(() => ({ ccvOnly: stored() }))

export function storeVouchersOnly(ccvOnly: boolean): void {
  // Not stored in a view, because storage belongs to the browser's own login.
  if (isViewTab()) return useVouchersOnly.setState({ ccvOnly })
  if (ccvOnly) storeItem(localStorage, KEY, 'true')
  else localStorage.removeItem(KEY)
  useVouchersOnly.setState({ ccvOnly })
}

useSession.subscribe(({ session: { step } }, { session: before }) => {
  if (step !== before.step) useVouchersOnly.setState({ ccvOnly: step !== 'out' && stored() })
})

function stored(): boolean {
  return !isViewTab() && localStorage.getItem(KEY) === 'true'
}
