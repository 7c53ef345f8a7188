import { create } from 'zustand'

export const useOpenModals = create(() => 0)

export function countOpenModal(): () => void {
  useOpenModals.setState((open) => open + 1)
  return () => useOpenModals.setState((open) => open - 1)
}
