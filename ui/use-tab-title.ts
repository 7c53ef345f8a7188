import { useEffect } from 'react'

export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = [title, document.documentElement.dataset['brand']].filter(Boolean).join(' - ')
  }, [title])
}
