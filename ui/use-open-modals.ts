import { create } from 'zustand'

/** Number of open dialogs and panels. While one is open, assistive technology cannot reach the page. */
export const useOpenModals = create(() => 0)

export function countOpenModal(): () => void {
  useOpenModals.setState((open) => open + 1)
  return () => useOpenModals.setState((open) => open - 1)
}
