import { applyChanged } from '../journeys/changed-example.ts'
import type { Portal } from '../journeys/portal.ts'

export const copperleafByPassword = 'copperleaf-by-password'

export function applyCopperleafWithPasswords(portal: Portal): Promise<void> {
  return applyChanged(portal, 'copperleaf', {
    'client.yaml': (text) =>
      text
        .replace('addresses: [copperleaf]', `addresses: [${copperleafByPassword}]`)
        .replace(/^ {2}twoFactor: .*\n {2}ssoAccessOnly: true\n/m, '  twoFactor: { employers: false }\n')
        .replace(/^identityProvider:\n(?: {2}.*\n)*/m, ''),
    'people-accounts.yaml': (text) => `password: Quartz&94Wren-Loft\n${text}`,
  })
}
