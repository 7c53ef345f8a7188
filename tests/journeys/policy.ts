import type { Page } from '@playwright/test'

/** Records what the policy blocks on this page, as `directive what`. */
export async function policyStops(page: Page): Promise<string[]> {
  const stopped: string[] = []
  await page.exposeFunction('policyStopped', (what: string) => void stopped.push(what))
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => policyStopped(event.effectiveDirective + ' ' + event.blockedURI))",
  )
  return stopped
}
