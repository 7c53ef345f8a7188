import type { ClientReply, SetupReply, TokenReply, UserReply } from '../../services/session/session.contract.ts'

export const sampleUser: UserReply = {
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

const sampleClient: ClientReply = {
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
}

export const sampleSetup: SetupReply = {
  user: sampleUser,
  client: sampleClient,
  cmsData: { faqs: [{ reference: 'a', live: true }], sso_access_only: false },
  viewGrantedBy: null,
}

export const sampleTokens: TokenReply = {
  access_token: 'a-token',
  refresh_token: 'a-half',
  expires_in: 600,
  ssoLogoutUrl: null,
  showRecaptcha: false,
  userAccountLocked: false,
  error_message: null,
  is_should_setup_2fa: false,
  is_should_validate_2fa: false,
  secret: null,
  url: null,
  scheme: null,
  masqueradeUserId: null,
  ticket: null,
  error: null,
}

/** The state of `useSession` for a logged-in person: `useSession.setState(signedIn({ userType: 'employer' }))`. */
export function signedIn(user: Partial<UserReply> = {}, client: Partial<ClientReply> = {}) {
  return {
    session: {
      step: 'in' as const,
      ssoLogoutUrl: null,
      ...sampleSetup,
      user: { ...sampleUser, ...user },
      client: { ...sampleClient, ...client },
    },
  }
}

/** State of `useSession` while an employer views the portal as this person, which allows reading only. */
export function viewedByEmployer(user: Partial<UserReply> = {}) {
  const { session } = signedIn(user)
  const masquerade = { userId: session.user.id, schemeYear: '2026' }
  return { session: { ...session, masquerade, viewGrantedBy: 'employer' as const } }
}

/** A puzzle of the portal's own captcha that is solved after about 16 numbers. */
export const samplePuzzle = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    data: { host: 'localhost', madeAt: 1 },
    keyLength: 32,
    keyPrefix: '0',
    keySignature: '00',
    nonce: '00112233445566778899aabbccddeeff',
    salt: 'ffeeddccbbaa99887766554433221100',
  },
  signature: 'ab',
}
