import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { showDate } from '../../contract/dates.ts'
import { isOperatorName } from '../../features/audit/operator.rules.ts'
import {
  type ConfirmedDisability,
  confirmedDisabilities,
  decideOnEvidence,
  type PendingEvidence,
  pendingEvidence,
  withdrawConfirmation,
} from '../../features/life-events/operator-commands.server.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { isUuid, parseArguments, textOption } from './arguments.ts'

export const evidenceUsage = `  npm run portal -- evidence <email> --as <operator> [--save <folder>]
                                     lists a person's life events with documents to check, and saves the documents;
                                     lists accepted disabilities
  npm run portal -- evidence <email> --as <operator> (--accept <event> | --decline <event>) --seen <word> --reason <why>
                                     records the decision, opens benefits if accepted, and removes the documents
  npm run portal -- evidence <email> --as <operator> --withdraw <event> --reason <why>
                                     withdraws an accepted disability: cover that depends on it ends, and its window closes`

export async function evidenceCommand(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const { email, operator, lifeEventId, withdrawn, accepted, reason, seen, folder } = asked
  const config = await readConfig(process.env)
  if (withdrawn !== undefined)
    return (await withDatabase(config, (db) =>
      withdrawConfirmation(db, { email, operator, lifeEventId: withdrawn, reason }),
    ))
      ? print(`Withdrawn, and ${email} gets a mail.`)
      : fail(`${email} has no confirmed disability by this life event.`)
  if (lifeEventId === undefined) {
    const waiting = await withDatabase(config, (db) => pendingEvidence(db, { email, operator }))
    if (folder !== undefined) await save(folder, waiting)
    const confirmed = await withDatabase(config, (db) => confirmedDisabilities(db, { email }))
    return waiting.length + confirmed.length === 0
      ? fail(`No document of ${email} awaits a decision.`)
      : print([...listed(waiting), ...listedConfirmed(confirmed)].join('\n'))
  }
  const decided = await withDatabase(config, (db) =>
    decideOnEvidence(db, { email, operator, lifeEventId, accepted, reason, seen }),
  )
  switch (decided.step) {
    case 'decided': {
      const until = decided.closesOn === null ? '' : ` Benefits are open to them until ${showDate(decided.closesOn)}.`
      return print(`Decided, and ${email} gets a mail. The documents are removed.${until}`)
    }
    case 'nothing-waits':
      return fail(`No document of ${email} for this life event awaits a decision.`)
    case 'more-came':
      return fail('The documents have changed since they were listed. Nothing was decided: list and check them again.')
    case 'opens-nothing':
      return fail(
        'Accepting it would open nothing: today the scheme has no such kind of life event, or their employment is ' +
          'not active. Nothing was decided, and it can be declined.',
      )
  }
}

function listed(waiting: readonly PendingEvidence[]): string[] {
  return waiting.flatMap(({ client, event, documents, seen }) => [
    `${event.id}  ${event.name}, ${showDate(event.eventDate)} (${client}), decided with --seen ${seen}`,
    ...documents.map(({ fileName, bytes }) => `  ${fileName}, ${bytes.length} bytes`),
  ])
}

function listedConfirmed(confirmed: readonly ConfirmedDisability[]): string[] {
  return confirmed.map(
    ({ client, event }) =>
      `${event.id}  ${event.name}, ${showDate(event.eventDate)} (${client}), accepted: --withdraw ends it`,
  )
}

/** Saves documents under our own file names, because the senders' names are for display only. */
async function save(folder: string, waiting: readonly PendingEvidence[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { event, documents } of waiting)
    for (const [index, { mediaType, bytes }] of documents.entries())
      await writeFile(join(folder, `${event.id}-${index + 1}.${endings[mediaType] ?? 'bin'}`), bytes, { mode: 0o600 })
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

function requestOf(words: string[]) {
  const options = {
    as: textOption,
    save: textOption,
    accept: textOption,
    decline: textOption,
    withdraw: textOption,
    seen: textOption,
    reason: textOption,
  }
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [email, ...more] = positionals
  const { as: operator, save: folder, accept, decline, withdraw: withdrawn, seen, reason } = values
  const lifeEventId = accept ?? decline
  const both = accept !== undefined && decline !== undefined
  if (email === undefined || more.length > 0 || both) return undefined
  if (operator === undefined || !isOperatorName(operator)) return undefined
  if (lifeEventId !== undefined && (!reason || !seen || folder !== undefined || !isUuid(lifeEventId))) return undefined
  if (withdrawn !== undefined && (lifeEventId !== undefined || !reason || folder !== undefined || !isUuid(withdrawn)))
    return undefined
  return {
    email,
    operator,
    folder,
    lifeEventId,
    withdrawn,
    accepted: accept !== undefined,
    reason: reason ?? '',
    seen: seen ?? '',
  }
}
