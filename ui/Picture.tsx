import { useRef } from 'react'
import { useNear } from './use-near.ts'

/**
 * A small picture beside words that say the same, fetched when it is about to be seen. The browser's own lazy loading
 * begins 1,250 to 2,500 px before that, which on most pages is at once.
 */
export function Picture({ src, size, className }: { src: string; size: number; className?: string | undefined }) {
  const picture = useRef<HTMLImageElement>(null)
  const near = useNear(picture)
  return <img ref={picture} src={near ? src : undefined} alt="" width={size} height={size} className={className} />
}
