import { join } from 'node:path'
import type { exampleClients } from '../../server/example-clients.ts'
import { withChangedFolder, type FolderChanges } from '../harness/changed-folder.ts'
import type { Portal } from './portal.ts'

const examples = join(import.meta.dirname, '../../examples')

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

/** Applies the plain client under another site's name. Its employers need no second factor. */
export function applyPlainExample(portal: Portal, site: string, changes: FolderChanges = {}): Promise<void> {
  const rename = (text: string) => text.replaceAll('@plain.example', `@${site}.example`)
  return applyChanged(portal, 'plain', {
    'client.yaml': () => `name: ${site} works\naddresses: [${site}]\nswitches:\n  twoFactor: { employers: false }\n`,
    'people.csv': rename,
    'people-accounts.yaml': rename,
    ...changes,
  })
}
