import { applyChanged } from './changed-example.ts'
import type { Portal } from './portal.ts'

/** Employees of a client that requires a second factor. None of them has signed in yet. */
export const people = { owen: 'owen.reed@harbour.example', petra: 'petra.novak@harbour.example' } as const

/** Applies Harbour Trust: the plain client under another name, with its own rule and people. */
export function applyHarbour(portal: Portal): Promise<void> {
  return applyChanged(portal, 'plain', {
    'client.yaml': () =>
      [
        'name: Harbour Trust',
        'brand: Harbour Choices',
        'addresses: [harbour]',
        'switches:',
        '  twoFactor: { employers: true, employees: true }',
        '',
      ].join('\n'),
    'content/carousel.md': () => slides.map((title) => `## ${title}\n\nIn a few words.\n`).join('\n'),
    'people.csv': (text) => text.replaceAll('@plain.example', '@harbour.example'),
    'people-accounts.yaml': () =>
      ['named:', ...Object.values(people).map((email) => `  ${email}: ${neverCameIn}`), ''].join('\n'),
  })
}

/** Slides shown at the first login. */
export const slides = ['Welcome to Harbour Choices', 'Choose what fits your life'] as const

const neverCameIn = '{ state: invited, firstLogin: true, terms: none }'
