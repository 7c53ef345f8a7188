import type { Page } from '@playwright/test'

export async function policyViolations(page: Page): Promise<string[]> {
  const stopped: string[] = []
  await page.exposeFunction('policyStopped', (what: string) => void stopped.push(what))
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => policyStopped(event.effectiveDirective + ' ' + event.blockedURI))",
  )
  return stopped
}
