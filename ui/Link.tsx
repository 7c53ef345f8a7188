import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
}

export function Link({ to, onClick, onPointerEnter, onFocus, target, ...rest }: LinkProps) {
  const router = useRouter({ warn: false })
  // The gallery and some tests have no router, about which useRouter would warn.
  const preload = () => void router?.preloadRoute({ to: to.split('?')[0] ?? to }).catch(() => undefined)
  return (
    <a
      {...rest}
      href={to}
      target={target}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        preload()
      }}
      onFocus={(event) => {
        onFocus?.(event)
        preload()
      }}
      onClick={(event) => {
        onClick?.(event)
        const otherwise =
          event.defaultPrevented ||
          event.button !== 0 ||
          event.metaKey ||
          event.ctrlKey ||
          event.shiftKey ||
          event.altKey
        if (otherwise || (target && target !== '_self') || !router) return
        event.preventDefault()
        router.history.push(to)
      }}
    />
  )
}
