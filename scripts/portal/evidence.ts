import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { showDate } from '../../contract/dates.ts'
import { decideOnEvidence, type Waiting, waitingEvidence } from '../../features/life-events/by-operator.server.ts'
import { withDatabase } from '../../server/command.ts'
import { readConfig } from '../../server/config.ts'
import { refuse, say } from './answer.ts'

export const evidenceUsage = `  npm run portal -- evidence <email> --as <operator> [--save <folder>]
                                     lists the life events of somebody whose documents wait to be looked at, and saves them
  npm run portal -- evidence <email> --as <operator> (--accept <event> | --decline <event>) --reason <why>
                                     decides by the documents, opens the benefits or not, and removes the documents`

/** Documents of life events; undefined where the words are not those of the command. */
export async function evidence(words: string[]): Promise<number | undefined> {
  const asked = askedOf(words)
  if (!asked) return undefined
  const { email, operator, lifeEventId, accepted, reason, folder } = asked
  const config = await readConfig(process.env)
  if (lifeEventId === undefined) {
    const waiting = await withDatabase(config, (db) => waitingEvidence(db, { email, operator }))
    if (folder !== undefined) await save(folder, waiting)
    return waiting.length === 0 ? refuse(`No document of ${email} waits to be looked at.`) : say(listed(waiting))
  }
  const decided = await withDatabase(config, (db) =>
    decideOnEvidence(db, { email, operator, lifeEventId, accepted, reason }),
  )
  if (decided.step === 'nothing-waits') return refuse(`No document of ${email} waits for this life event.`)
  const until = decided.closesOn === null ? '' : ` Benefits are open to them until ${showDate(decided.closesOn)}.`
  return say(`Decided, and ${email} is told by mail. The documents are removed.${until}`)
}

function listed(waiting: readonly Waiting[]): string {
  return waiting
    .map(
      ({ client, event, documents }) =>
        `${event.id}  ${event.name}, ${showDate(event.eventDate)} (${client})\n` +
        documents.map(({ fileName, bytes }) => `  ${fileName}, ${bytes.length} bytes`).join('\n'),
    )
    .join('\n')
}

/** Under names of ours: what a document was called is for people to read. */
async function save(folder: string, waiting: readonly Waiting[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { event, documents } of waiting)
    for (const [index, { mediaType, bytes }] of documents.entries())
      await writeFile(join(folder, `${event.id}-${index + 1}.${endings[mediaType] ?? 'bin'}`), bytes, { mode: 0o600 })
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

function askedOf(words: string[]) {
  const text = { type: 'string' } as const
  const options = { as: text, save: text, accept: text, decline: text, reason: text }
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const [email, ...more] = positionals
    const { as: operator, save: folder, accept, decline, reason } = values
    const lifeEventId = accept ?? decline
    const both = accept !== undefined && decline !== undefined
    if (email === undefined || !operator || more.length > 0 || both) return undefined
    if (lifeEventId !== undefined && (!reason || folder !== undefined || !isId(lifeEventId))) return undefined
    return { email, operator, folder, lifeEventId, accepted: accept !== undefined, reason: reason ?? '' }
  } catch {
    return undefined
  }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
