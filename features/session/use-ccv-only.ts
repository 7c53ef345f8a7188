import { create } from 'zustand'
import { isViewTab, useSession } from './use-session.ts'

const KEY = 'ccvOnly'

/** Whether nothing but childcare vouchers is left to the person (BENEFIT-61), as last found out; known at once after a reload. */
export const useCcvOnly = create<{ ccvOnly: boolean }>(() => ({ ccvOnly: stored() }))

/** Mirrored to local storage, from which a logout takes it with the other marks of the session. */
export function keepCcvOnly(ccvOnly: boolean): void {
  // In a view it is about somebody else than the browser's own login.
  if (isViewTab()) return useCcvOnly.setState({ ccvOnly })
  if (ccvOnly) localStorage.setItem(KEY, 'true')
  else localStorage.removeItem(KEY)
  useCcvOnly.setState({ ccvOnly })
}

useSession.subscribe(({ session: { step } }, { session: before }) => {
  if (step !== before.step) useCcvOnly.setState({ ccvOnly: step !== 'out' && stored() })
})

function stored(): boolean {
  return !isViewTab() && localStorage.getItem(KEY) === 'true'
}
