import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { installTransport } from '../../contract/call.ts'
import { queries } from '../../web/queries.ts'
import { benefitKeys, refreshBenefits, useBenefit, useBenefitFilters, useBenefits } from './use-benefits.ts'

let asked: string[] = []
beforeEach(() => {
  asked = []
  installTransport(({ address }) => {
    asked.push(address.replace('/api/v1/', ''))
    return Promise.resolve({ name: `answer ${asked.length}` })
  })
})
afterEach(async () => {
  await cleanup()
  queries.clear()
})

function List() {
  const { data } = useBenefits()
  useBenefitFilters()
  return data ? 'The list' : 'Loading'
}

function One() {
  const { data } = useBenefit('dental')
  return data ? 'The benefit and what was selected' : 'Loading'
}

async function show(screen: 'list' | 'one'): Promise<void> {
  await cleanup()
  await render(<QueryClientProvider client={queries}>{screen === 'list' ? <List /> : <One />}</QueryClientProvider>)
  await expect
    .element(page.getByText(screen === 'list' ? 'The list' : 'The benefit and what was selected'))
    .toBeVisible()
  await expect.poll(() => queries.isFetching()).toBe(0)
}

it('reloads outdated benefits and selections only when a screen shows them again [STATE-12] [STATE-13]', async () => {
  await show('list')
  await show('one')
  expect(asked.toSorted()).toEqual(['benefit/dental/with-selection', 'benefits/filters', 'benefits/user/eligible'])
  asked = []
  await show('list')
  await show('one')
  expect(asked).toEqual([])

  await cleanup()
  await refreshBenefits(queries)
  expect(asked).toEqual([])
  await show('one')
  expect(asked).toEqual(['benefit/dental/with-selection'])
  await show('list')
  expect(asked.slice(1).toSorted()).toEqual(['benefits/filters', 'benefits/user/eligible'])
  asked = []
  await show('one')
  await show('list')
  expect(asked).toEqual([])
})

it('remembers whether the list and each benefit have been loaded, and shows loaded benefits at once [BENEFIT-09]', async () => {
  const loaded = () => ({
    benefitsLoaded: queries.getQueryState(benefitKeys.list)?.status === 'success',
    loadedBenefits: ['dental', 'gym'].filter((id) => queries.getQueryState(benefitKeys.one(id))?.status === 'success'),
  })
  expect(loaded()).toEqual({ benefitsLoaded: false, loadedBenefits: [] })
  await show('one')
  expect(loaded()).toEqual({ benefitsLoaded: false, loadedBenefits: ['dental'] })
  await show('list')
  expect(loaded()).toEqual({ benefitsLoaded: true, loadedBenefits: ['dental'] })

  installTransport(() => new Promise(() => undefined))
  await show('one')
  await cleanup()
  queries.removeQueries({ queryKey: benefitKeys.one('dental') })
  await render(
    <QueryClientProvider client={queries}>
      <One />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('Loading')).toBeVisible()
  expect(loaded()).toEqual({ benefitsLoaded: true, loadedBenefits: [] })
})
