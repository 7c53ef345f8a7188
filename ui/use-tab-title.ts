import { useEffect } from 'react'

/** Sets the tab's title, followed by the brand. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = [title, document.documentElement.dataset['brand']].filter(Boolean).join(' - ')
  }, [title])
}
