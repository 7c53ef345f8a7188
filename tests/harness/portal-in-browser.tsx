import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from 'vitest-browser-react'
import { installTransport, type Transport } from '../../contract/call.ts'
import { signedIn } from '../../features/session/session.samples.ts'
import { useSession } from '../../features/session/use-session.ts'
import { themeFrom } from '../../services/theme/theme.rules.ts'
import { applyTheme } from '../../features/theme/use-theme.ts'
import '../../ui/tokens.css'
import { forgetNotices } from '../../ui/use-notices.ts'
import { queries } from '../../web/queries.ts'
import { makeRouter } from '../../web/routes.tsx'

export function signedInAs(...who: Parameters<typeof signedIn>): void {
  useSession.setState(signedIn(...who))
}

export const withoutReplies: Transport = () => new Promise(() => undefined)

export async function openPortal(address: string, { answers = withoutReplies }: { answers?: Transport } = {}) {
  installTransport(answers)
  queries.clear()
  // Forgets the notice of the previous test, because the same notice is not announced twice.
  forgetNotices()
  applyTheme({ ...themeFrom(null), brand: 'Northgate Rewards' })
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const shown = await render(<RouterProvider router={router} />)
  return { ...shown, router, address: () => router.history.location.href }
}
