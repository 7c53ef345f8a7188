import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Portal } from '../journeys/portal.ts'

const folder = join(import.meta.dirname, '../../examples/copperleaf')

/** The address of a Copperleaf Foods whose people sign in with a password instead of through their own provider. */
export const copperleafByPassword = 'copperleaf-by-password'

/** Loads it into this portal: the same theme, scheme and people. */
export async function applyCopperleafByPassword(portal: Portal): Promise<void> {
  const copy = join(await mkdtemp(join(tmpdir(), 'copperleaf-')), 'copperleaf')
  await cp(folder, copy, { recursive: true })
  await change(join(copy, 'client.yaml'), (text) =>
    text
      .replace('addresses: [copperleaf]', `addresses: [${copperleafByPassword}]`)
      .replace(/^ {2}twoFactor: .*\n {2}ssoAccessOnly: true\n/m, '')
      .replace(/^identityProvider:\n(?: {2}.*\n)*/m, ''),
  )
  await change(join(copy, 'people-accounts.yaml'), (text) => `password: Quartz&94Wren-Loft\n${text}`)
  const { code, stderr } = await portal.command('apply', copy)
  await rm(join(copy, '..'), { recursive: true, force: true })
  if (code !== 0) throw new Error(`Copperleaf could not be loaded:\n${stderr}`)
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')))
}
