import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from 'vitest-browser-react'
import { installTransport, type Transport } from '../../contract/call.ts'
import { signedIn } from '../../features/session/session.samples.ts'
import { useSession } from '../../features/session/use-session.ts'
import { themeFrom } from '../../features/theme/theme.rules.ts'
import { showTheme } from '../../features/theme/use-theme.ts'
import '../../ui/tokens.css'
import { forgetNotices } from '../../ui/use-notices.ts'
import { queries } from '../../web/queries.ts'
import { makeRouter } from '../../web/routes.tsx'

/** Somebody is signed in, without the steps of a login. */
export function signedInAs(...who: Parameters<typeof signedIn>): void {
  useSession.setState(signedIn(...who))
}

/** A server that takes every call and answers none: screens stay in their loading face. */
export const silence: Transport = () => new Promise(() => undefined)

/** The whole portal, with its own routes, guard and frame, at an address. */
export async function openPortal(address: string, { answers = silence }: { answers?: Transport } = {}) {
  installTransport(answers)
  queries.clear()
  // The test before may have been told the very same.
  forgetNotices()
  showTheme({ ...themeFrom(null), brand: 'Northgate Rewards' })
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const shown = await render(<RouterProvider router={router} />)
  return { ...shown, router, address: () => router.history.location.href }
}
