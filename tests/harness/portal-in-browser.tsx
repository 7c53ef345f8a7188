import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from 'vitest-browser-react'
import { installTransport, type Transport } from '../../contract/call.ts'
import type { SetupReply } from '../../features/session/session.contract.ts'
import { useSession } from '../../features/session/use-session.ts'
import { themeFrom } from '../../features/theme/theme.rules.ts'
import { showTheme } from '../../features/theme/use-theme.ts'
import '../../ui/tokens.css'
import { queries } from '../../web/queries.ts'
import { makeRouter } from '../../web/routes.tsx'

export const sampleUser: SetupReply['user'] = {
  id: '1',
  name: 'Amelia Hart',
  firstName: 'Amelia',
  surname: 'Hart',
  email: 'amelia.hart@demo.example',
  avatar: null,
  userType: 'employee',
  employmentStatus: 'active',
  firstLogin: false,
  isInsightsEnabled: false,
  termsRevision: 1,
  siteTermsUpdated: false,
  isDataLoadEligibilityImpactEnabled: false,
  isOneHubIntegrationActive: false,
  oneHubLogoutUrl: null,
}

export const sampleSetup: SetupReply = {
  user: sampleUser,
  client: {
    id: 'c',
    clientName: 'Northgate Rail',
    contactUsEnabled: true,
    redirectOrigins: [],
    clientExceptions: [],
    scheme: {
      id: 's',
      schemeYear: 2026,
      baseFont: null,
      headerFont: null,
      theme: { core: { primaryColour: '#0b5d5e', secondaryColour: '#d9480f' } },
      avatarSet: { avatarsetPlainFileURL: null },
    },
  },
  cmsData: { faqs: [{ reference: 'a', live: true }], sso_access_only: false },
}

/** Somebody is signed in, without the steps of a login. */
export function signedInAs(changes: Partial<SetupReply['user']> = {}): void {
  useSession.setState({
    session: { step: 'in', ssoLogoutUrl: null, ...sampleSetup, user: { ...sampleUser, ...changes } },
  })
}

/** A server that takes every call and answers none: screens stay in their loading face. */
export const silence: Transport = () => new Promise(() => undefined)

/** The whole portal, with its own routes, guard and frame, at an address. */
export async function openPortal(address: string, { answers = silence }: { answers?: Transport } = {}) {
  installTransport(answers)
  queries.clear()
  showTheme({ ...themeFrom(null), brand: 'Northgate Rewards' })
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const shown = await render(<RouterProvider router={router} />)
  return { ...shown, router, address: () => router.history.location.href }
}
