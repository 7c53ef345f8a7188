import { describe, expect, it } from 'vitest'
import {
  employerNavigation,
  isCurrent,
  isCurrentEmployerItem,
  mobileNavigation,
  navigationFor,
} from './navigation-items.ts'

const employee = { userType: 'employee', employmentStatus: 'active', faqs: [] } as const
const employer = { ...employee, userType: 'employer' } as const
const labels = (facts: Parameters<typeof navigationFor>[0]) => navigationFor(facts).map((item) => item.label)

describe('navigation', () => {
  it('always has Home, and has My benefits unless the person only has vouchers [CHROME-10] [CHROME-11]', () => {
    expect(labels(employee)).toEqual(['Home', 'My benefits'])
    expect(labels({ ...employee, ccvOnly: true })).toEqual(['Home'])
  })

  it('has FAQs if at least one is published [CHROME-12]', () => {
    expect(labels({ ...employee, faqs: [{ live: true }] })).toContain('FAQs')
    expect(labels({ ...employee, faqs: [{ live: false }] })).not.toContain('FAQs')
  })

  it.each([
    ['a list with a live entry among others', [{ live: false }, { live: true }], true],
    ['a list whose entries do not say whether they are live', [{ reference: 'a' }], true],
    ['a list of entries of which none is live', [{ live: false }, { live: false }], false],
    ['an empty list', [], false],
    ['an object with a live entry', { pay: { live: true } }, true],
    ['an object whose entries do not say whether they are live', { pay: { reference: 'a' } }, true],
    ['an object of which no entry is live', { pay: { live: false } }, false],
    ['an empty object', {}, false],
  ])('shows the number of %s [CHROME-13]', (_, faqs, has) => {
    expect(labels({ ...employee, faqs }).includes('FAQs')).toBe(has)
  })

  it('has Dashboard for employer users who are employed [CHROME-14]', () => {
    expect(labels(employer)).toContain('Dashboard')
    expect(labels(employee)).not.toContain('Dashboard')
    expect(labels({ ...employer, employmentStatus: 'left' })).not.toContain('Dashboard')
    expect(labels({ ...employer, employmentStatus: 'inactive' })).not.toContain('Dashboard')
    expect(labels({ ...employer, ccvOnly: true })).not.toContain('Dashboard')
  })

  it('has the addresses of the specification [CHROME-15]', () => {
    expect(navigationFor({ ...employer, faqs: [{ live: true }] }).map((item) => item.to)).toEqual([
      '/app/home/',
      '/app/my-benefits/',
      '/app/faqs/',
      '/app/dashboard/',
    ])
  })

  it('has Profile Settings instead of Dashboard on a phone, and only there [CHROME-21] [CHROME-22]', () => {
    expect(mobileNavigation(navigationFor(employer)).map((item) => item.label)).toEqual([
      'Home',
      'My benefits',
      'Profile Settings',
    ])
    expect(mobileNavigation(navigationFor(employee)).map((item) => item.label)).toEqual(['Home', 'My benefits'])
  })

  it('marks the current page, with or without a trailing slash', () => {
    const [home, benefits] = navigationFor(employee)
    if (!home || !benefits) throw new Error('Two items are always there')
    expect(isCurrent(benefits, '/app/my-benefits/abc/setup')).toBe(true)
    expect(isCurrent(home, '/app/home')).toBe(true)
    expect(isCurrent(home, '/app/home/my-profile/')).toBe(false)
  })

  it.each([
    ['/app/home/', 'Home'],
    ['/app/my-total-benefits', 'Home'],
    ['/app/my-total-benefits-enhanced/', 'Home'],
    ['/app/my-benefits/basket', 'My benefits'],
    ['/app/my-benefits/what-if', 'My benefits'],
    ['/app/faqs', 'FAQs'],
    ['/app/dashboard/benefit-takeup', 'Dashboard'],
    ['/app/employee-data/', 'Dashboard'],
    ['/app/reporting', 'Dashboard'],
    ['/app/ccv/manage', 'Dashboard'],
  ])('marks exactly one link at the address %s: %s', (pathname, label) => {
    const items = navigationFor({ ...employer, faqs: [{ live: true }] })
    expect(items.filter((item) => isCurrent(item, pathname)).map((item) => item.label)).toEqual([label])
  })
})

describe('second row of the navigation for employers', () => {
  it.each([
    ['/app/dashboard', ['Overview']],
    ['/app/dashboard/benefit-takeup/a-benefit', ['Take-up']],
    ['/app/employee-data/', ['People']],
    ['/app/ccv/manage', []],
  ])('marks this link at the address %s: %j', (pathname, expected) => {
    expect(
      employerNavigation.filter((item) => isCurrentEmployerItem(item, pathname)).map(({ label }) => label),
    ).toEqual(expected)
  })
})
