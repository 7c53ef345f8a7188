import { useEffect } from 'react'

/** Followed by the brand. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = [title, document.documentElement.dataset['brand']].filter(Boolean).join(' - ')
  }, [title])
}
