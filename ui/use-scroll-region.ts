import { useEffect, useRef, useState } from 'react'

/** While its content is too wide, the region has a name and is in the tab order, so that arrow keys scroll it. */
export function useScrollRegion(label: string) {
  const ref = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1))
    for (const each of [element, ...element.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [])
  return { ref, ...(scrolls && { role: 'region', 'aria-label': label, tabIndex: 0 }) }
}
