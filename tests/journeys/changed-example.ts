import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { exampleClients } from '../../server/example-world.ts'
import { withChangedFolder, type FolderChanges } from '../harness/changed-folder.ts'
import type { Portal } from './portal.ts'

const examples = join(import.meta.dirname, '../../examples')

/** Applies an example client with changed files as another client: `npm run portal -- apply`. */
export function applyChanged(
  portal: Portal,
  example: (typeof exampleClients)[number],
  changes: FolderChanges,
): Promise<void> {
  return withChangedFolder(join(examples, example), changes, async (folder) => {
    const { code, stderr } = await portal.command('apply', folder)
    if (code !== 0) throw new Error(`${example} could not be applied:\n${stderr}`)
  })
}

/** Applies the plain client under another name, where employers need no second factor. */
export function applyPlainAs(portal: Portal, site: string, changes: FolderChanges = {}): Promise<void> {
  const rename = (text: string) => text.replaceAll('@plain.example', `@${site}.example`)
  return applyChanged(portal, 'plain', {
    'client.yaml': () => `name: ${site} works\naddresses: [${site}]\nswitches:\n  twoFactor: { employers: false }\n`,
    'people.csv': rename,
    'people-accounts.yaml': rename,
    ...changes,
  })
}

/** Adds the life cover of the demo client to the plain one. */
export const lifeCover = {
  'benefits/life-assurance.yaml': () =>
    ofDemo('benefits/life-assurance.yaml').replace('[critical-illness, income-protection]', '[pension]'),
  'rates/life-flex.csv': () => ofDemo('rates/life-flex.csv'),
  'scheme-current.yaml': (text) =>
    `${text.trimEnd()}\n` +
    `  - { code: life-flex, file: rates/life-flex.csv, effectiveFrom: startOfTaxYear, source: Harbour Mutual }\n`,
} satisfies FolderChanges

function ofDemo(file: string): string {
  return readFileSync(join(examples, 'demo', file), 'utf8')
}
