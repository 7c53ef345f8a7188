import { useEffect, useRef, useState } from 'react'

/** An image that loads shortly before it scrolls into view. Native lazy loading starts far earlier. */
export function Picture({ src, size, className }: { src: string; size: number; className?: string | undefined }) {
  const picture = useRef<HTMLImageElement>(null)
  const [near, setNear] = useState(false)

  useEffect(() => {
    if (!picture.current) return
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some((one) => one.isIntersecting)) return
        watch.disconnect()
        setNear(true)
      },
      { rootMargin: '200px' },
    )
    watch.observe(picture.current)
    return () => watch.disconnect()
  }, [])

  return <img ref={picture} src={near ? src : undefined} alt="" width={size} height={size} className={className} />
}
