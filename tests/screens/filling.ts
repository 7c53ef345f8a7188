import type { Page } from '@playwright/test'
import type { Portal } from '../journeys/portal.ts'
import type { Filling, Named, Who } from './list.ts'

const nothing: Filling = { ofState: [], toChoose: [], chosen: [], pending: [], employee: [] }

/** What this person's screens have to show, asked with the calls of the portal itself. */
export async function fillingOf(
  page: Page,
  portal: Portal,
  { site, who }: { site: string; who: Who },
): Promise<Filling> {
  if (who === 'nobody') return nothing
  const ask = await askAs(page, portal, site)
  if (who === 'employer') {
    const { summary } = await ask<{ summary: { benefitId: string; benefitName: string }[] }>(
      '/api/v2/scheme/selections/pending/',
    )
    const pending = summary.slice(0, 1).map(({ benefitId, benefitName }) => named(benefitId, benefitName))
    return { ...nothing, pending, chosen: pending, employee: [] }
  }
  const benefits = await ask<Benefit[]>('/api/v1/benefits/user/eligible')
  const all = benefits.map((benefit) => ({ ...benefit, ...named(benefit.id, benefit.name) }))
  return {
    ...nothing,
    ofState: firstOfEach(all, (benefit) => stateOf(benefit)).map((benefit) => ({ ...benefit, name: stateOf(benefit) })),
    toChoose: all.filter(({ selection }) => !selection),
    chosen: all.filter(({ selection }) => selection).slice(0, 4),
  }
}

type Benefit = { id: string; name: string; selection: { status: string } | null }

function stateOf({ selection }: Benefit): string {
  return selection?.status ?? 'not-chosen'
}

function firstOfEach<T>(all: readonly T[], kindOf: (one: T) => string): T[] {
  return [...new Map(all.toReversed().map((one) => [kindOf(one), one])).values()]
}

function named(id: string, name: string): Named {
  return { id, name: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') }
}

/** Asks as the person who is signed in on this page, with the headers of the page's own calls. */
async function askAs(page: Page, portal: Portal, site: string): Promise<<T>(path: string) => Promise<T>> {
  const call = page.waitForRequest((request) => 'authorization' in request.headers())
  await page.goto(portal.address('/app/home/', site))
  const { authorization = '', 'x-bearer-token': bearer = '' } = (await call).headers()
  return async (path) => {
    const response = await page.request.get(portal.address(path, site), {
      headers: { authorization, 'x-bearer-token': bearer },
    })
    return response.json()
  }
}
