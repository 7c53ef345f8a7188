import { applyChanged } from '../journeys/changed-example.ts'
import type { Portal } from '../journeys/portal.ts'

/** The address of a Copperleaf Foods whose people sign in with a password instead of through their own provider. */
export const copperleafByPassword = 'copperleaf-by-password'

/** Loads it into this portal: the same theme, scheme and people. */
export function applyCopperleafByPassword(portal: Portal): Promise<void> {
  return applyChanged(portal, 'copperleaf', {
    'client.yaml': (text) =>
      text
        .replace('addresses: [copperleaf]', `addresses: [${copperleafByPassword}]`)
        .replace(/^ {2}twoFactor: .*\n {2}ssoAccessOnly: true\n/m, '  twoFactor: { employers: false }\n')
        .replace(/^identityProvider:\n(?: {2}.*\n)*/m, ''),
    'people-accounts.yaml': (text) => `password: Quartz&94Wren-Loft\n${text}`,
  })
}
