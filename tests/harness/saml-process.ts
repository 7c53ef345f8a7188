import { startChild, type Child } from './child.ts'

export const portalEntity = 'https://portal.example/saml'
export const providerEntity = 'https://provider.a.example/saml'

export type SamlWord = { origin: string; certificates: Record<'own' | 'next' | 'stranger', string>; metadata: string }

export const startSamlProvider = (): Promise<Child<SamlWord>> =>
  startChild('tests/harness/saml-provider.ts', portalEntity)
