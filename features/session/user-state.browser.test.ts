import { afterEach, expect, it } from 'vitest'
import { installTransport } from '../../contract/call.ts'
import { loadSchemeTheme, removeSchemeTheme } from '../theme/use-loaded-theme.ts'
import { themeFrom } from '../../services/theme/theme.rules.ts'
import type { ThemeReply } from '../../services/theme/theme.contract.ts'
import { applyTheme, useTheme } from '../theme/use-theme.ts'
import { sampleSetup, sampleTokens } from './session.samples.ts'
import { storeMfaData, useMfaData } from './use-second-factor-pending.ts'
import { accessToken, completeLogin, clearSession, isSignedIn, sessionNow, useSession } from './use-session.ts'

afterEach(() => {
  clearSession(null)
  storeMfaData({ secret: null, url: null })
  localStorage.clear()
})

const user = {
  ...sampleSetup.user,
  avatar: '/pictures/1',
  employmentStatus: 'active' as const,
  firstLogin: true,
  siteTermsUpdated: true,
  isDataLoadEligibilityImpactEnabled: true,
  isOneHubIntegrationActive: true,
  oneHubLogoutUrl: 'https://hub.example/logout',
}
const scheme = {
  ...sampleSetup.client.scheme,
  theme: { core: { primaryColour: '#123456', secondaryColour: '#d9480f' } },
}
const setup = { ...sampleSetup, user, client: { ...sampleSetup.client, scheme } }
const theme: ThemeReply = {
  theme: { primaryColour: '#0b5d5e', secondaryColour: '#d9480f' },
  logoFileUrl: '/pictures/2',
  brandHeaderLogo: '/pictures/3',
  mobileLogo: '/pictures/4',
  logosDark: { client: null, header: null, mobile: null },
  supportEmail: 'help@demo.example',
  contactUsEmail: 'people@demo.example',
  benefitBrandName: 'Northgate Rewards',
  benefitBrandPhoneNumber: '0113 496 0000',
  avatarSet: { avatarsetPlainFileURL: '/pictures/5' },
  baseFont: 'Inter',
  headerFont: 'Lora',
  radius: null,
  darkMode: false,
  sso_access_only: false,
}

/** Returns the value of each name in DATA-01, wherever it is stored. */
async function userState(): Promise<Record<string, unknown>> {
  const session = sessionNow()
  const signedIn = session.step === 'in' ? session : undefined
  const out = session.step === 'out' ? session : undefined
  const looks = useTheme.getState()
  return {
    loggedIn: isSignedIn(),
    loginError: out?.loginError ?? null,
    passwordChanged: out?.notice ?? null,
    ...Object.fromEntries(
      (
        [
          'id',
          'name',
          'firstName',
          'surname',
          'email',
          'avatar',
          'userType',
          'employmentStatus',
          'termsRevision',
          'siteTermsUpdated',
          'isOneHubIntegrationActive',
          'oneHubLogoutUrl',
          'isDataLoadEligibilityImpactEnabled',
        ] as const
      ).map((name) => [name, signedIn?.user[name]]),
    ),
    showWelcomeModal: signedIn?.user.firstLogin,
    accessToken: await accessToken(),
    ssoLogoutUrl: signedIn?.ssoLogoutUrl,
    masquerade: signedIn?.masquerade ?? null,
    cmsData: signedIn?.cmsData,
    client: signedIn && { clientName: signedIn.client.clientName, contactUsEnabled: signedIn.client.contactUsEnabled },
    mfaData: useMfaData.getState().mfaData,
    benefitBrandName: looks.brand,
    clientLogo: looks.clientLogo,
    brandHeaderLogo: looks.brandHeaderLogo,
    brandHeaderLogoMobile: looks.brandHeaderLogoMobile,
    supportEmail: looks.supportEmail,
    supportEmailIsSchemeBased: looks.supportEmailIsSchemeBased,
    contactUsEmail: looks.contactUsEmail,
    supportNumber: looks.supportNumber,
    primary: looks.primary,
    hasClientTheme: looks.hasClientTheme,
    styles: looks.styles,
  }
}

it('the user state has the logged-in person, their client and its theme, and is empty after the logout [DATA-01] [DATA-02] [DATA-03]', async () => {
  const answers: Record<string, unknown> = { '/login/setup': setup, 'user/activate': { status: 'ok' } }
  installTransport(({ endpoint: { path } }) => Promise.resolve(answers[path]))
  applyTheme(themeFrom(theme))
  storeMfaData({ secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/sample' })
  expect((await userState())['mfaData']).toEqual({ secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/sample' })
  storeMfaData({ secret: null, url: null })
  const ssoLogoutUrl = 'https://idp.example/logout'
  await completeLogin({ ...sampleTokens, ssoLogoutUrl }, { sso: true })
  loadSchemeTheme(scheme)

  expect(await userState()).toEqual({
    loggedIn: true,
    loginError: null,
    passwordChanged: null,
    id: '1',
    name: 'Amelia Hart',
    firstName: 'Amelia',
    surname: 'Hart',
    email: 'amelia.hart@demo.example',
    avatar: '/pictures/1',
    clientLogo: '/pictures/2',
    benefitBrandName: 'Northgate Rewards',
    brandHeaderLogo: '/pictures/3',
    brandHeaderLogoMobile: '/pictures/4',
    supportEmail: 'help@demo.example',
    supportEmailIsSchemeBased: true,
    contactUsEmail: 'people@demo.example',
    supportNumber: '0113 496 0000',
    cmsData: { faqs: [{ reference: 'a', live: true }], sso_access_only: false },
    termsRevision: 1,
    siteTermsUpdated: true,
    userType: 'employee',
    employmentStatus: 'active',
    accessToken: 'a-token',
    isOneHubIntegrationActive: true,
    oneHubLogoutUrl: 'https://hub.example/logout',
    ssoLogoutUrl,
    masquerade: null,
    showWelcomeModal: true,
    hasClientTheme: true,
    styles: expect.objectContaining({ '--primary-100': '#123456' }),
    primary: '#123456',
    mfaData: null,
    isDataLoadEligibilityImpactEnabled: true,
    client: { clientName: 'Northgate Rail', contactUsEnabled: true },
  })

  clearSession(null)
  await completeLogin({ ...sampleTokens, masqueradeUserId: '1', scheme: '2026' }, { sso: true })
  expect((await userState())['masquerade']).toEqual({ userId: '1', schemeYear: '2026' })

  clearSession('Your session has ended')
  removeSchemeTheme()
  const left = await userState()
  expect(left).toMatchObject({
    loggedIn: false,
    loginError: 'Your session has ended',
    accessToken: null,
    primary: '#0b5d5e',
  })
  for (const name of ['id', 'email', 'cmsData', 'client', 'ssoLogoutUrl', 'userType'])
    expect(left[name]).toBeUndefined()

  useSession.setState({ session: { step: 'out', loginError: null, notice: 'Password successfully changed' } })
  expect((await userState())['passwordChanged']).toBe('Password successfully changed')
})
