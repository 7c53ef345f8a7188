import { startChild, type StartedProgram } from './start-child.ts'

export const portalEntity = 'https://portal.example/saml'
export const providerEntity = 'https://provider.a.example/saml'

export type SamlProvider = {
  origin: string
  certificates: Record<'own' | 'next' | 'stranger', string>
  metadata: string
}

export const startSamlProvider = (): Promise<StartedProgram<SamlProvider>> =>
  startChild('tests/harness/saml-provider.ts', portalEntity)
