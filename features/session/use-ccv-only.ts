import { create } from 'zustand'
import { storeItem } from '../../ui/store-item.ts'
import { isViewTab, useSession } from './use-session.ts'

const KEY = 'ccvOnly'

/** True for people with only childcare vouchers. Stored, so that it is known after a reload (BENEFIT-61). */
export const useCcvOnly = create<{ ccvOnly: boolean }>(() => ({ ccvOnly: stored() }))

export function storeCcvOnly(ccvOnly: boolean): void {
  // Not stored in a view, because storage belongs to the browser's own login.
  if (isViewTab()) return useCcvOnly.setState({ ccvOnly })
  if (ccvOnly) storeItem(localStorage, KEY, 'true')
  else localStorage.removeItem(KEY)
  useCcvOnly.setState({ ccvOnly })
}

useSession.subscribe(({ session: { step } }, { session: before }) => {
  if (step !== before.step) useCcvOnly.setState({ ccvOnly: step !== 'out' && stored() })
})

function stored(): boolean {
  return !isViewTab() && localStorage.getItem(KEY) === 'true'
}
