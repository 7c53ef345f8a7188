import { describe, expect, it } from 'vitest'
import { siteOf } from './client-site.ts'

describe('site that belongs to a host name', () => {
  it.each([
    ['plain.localhost:3000', 'plain'],
    ['acme.benefits.example', 'acme'],
    ['ACME.benefits.example:443', 'acme'],
    ['acme.benefits.example.', 'acme'],
    ['plain.localhost.:3000', 'plain'],
    ['acme.benefits.co.uk', 'acme'],
    ['co.benefits.uk', 'co'],
  ])('%s is the site %s, from the sub-domain [THEME-02]', (host, site) => {
    expect(siteOf(host, 'demo')).toBe(site)
  })

  it.each([
    'localhost:3000',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.0.0.1:3000',
    '[::1]:3000',
    'benefits.example',
    'benefits.example.:443',
    'benefits.co.uk',
    'benefits.org.uk:8443',
    'co.uk',
    '',
  ])('%s has no sub-domain and uses the site name of the settings [THEME-03] [THEME-04]', (host) => {
    expect(siteOf(host, 'demo')).toBe('demo')
    expect(siteOf(host, 'other')).toBe('other')
  })

  it.each([
    'a b.benefits.example',
    'x;img-src *;.benefits.example',
    'evil.test/.benefits.example',
    '<b>.benefits.example',
  ])('%s is not a host name: it has no site, and is not copied into any page or policy [S-52]', (host) => {
    expect(siteOf(host, 'demo')).not.toMatch(/[^a-z0-9-]/)
    expect(siteOf(host, 'demo')).not.toBe('demo')
  })
})
