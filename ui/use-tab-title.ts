import { useEffect } from 'react'

/** Names the screen in the browser's tab, where the brand follows it. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = [title, document.documentElement.dataset['brand']].filter(Boolean).join(' - ')
  }, [title])
}
