import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { showDate } from '../../contract/dates.ts'
import type { SelectionId } from '../../contract/ids.ts'
import { type Pence, penceFromPounds, showPence } from '../../contract/money.ts'
import { isOperatorName } from '../../features/audit/operator.rules.ts'
import {
  decideOnCover,
  underwriterCase,
  type UnderwriterCase,
} from '../../features/medical/operator-commands.server.ts'
import { type PendingCover, listPendingCoverOfClient } from '../../features/medical/pending-cover.queries.ts'
import { withDatabase } from '../../server/with-database.ts'
import { readConfig } from '../../server/config.ts'
import { fail, print } from './output.ts'
import { isUuid, parseArguments, textOption } from './arguments.ts'

export const medicalUsage = `  npm run portal -- medical --client <name>
                                     lists people whose cover awaits medical evidence, without their answers
  npm run portal -- medical <email> --as <operator> [--save <folder>]
                                     shows or saves a person's answers for the underwriter; the audit records it
  npm run portal -- medical <email> --as <operator> (--accept <selection> [--up-to <pounds>] | --decline <selection>)
                                     --reference <the provider's own>
                                     applies the provider's decision to cover and pay, mails it, and removes the answers`

export async function medicalCommand(words: string[]): Promise<number | undefined> {
  const asked = requestOf(words)
  if (!asked) return undefined
  const config = await readConfig(process.env)
  if (asked.what === 'list') {
    const waiting = await withDatabase(config, (db) => listPendingCoverOfClient(db, asked))
    if (!waiting) return fail(`There is no client called ${asked.client}.`)
    return waiting.length === 0
      ? print(`No cover at ${asked.client} awaits a decision.`)
      : print(waiting.map(line).join('\n'))
  }
  const { email } = asked
  if (asked.what === 'read') {
    const found = await withDatabase(config, (db) => underwriterCase(db, config.serverSecret, asked))
    if (found.length === 0) return fail(`No cover of ${email} waits for medical evidence.`)
    if (asked.folder === undefined) return print(found.map(sheet).join('\n\n'))
    await save(asked.folder, found)
    return print(
      `${found.length} saved in ${asked.folder}. Anybody with the folder can read them: remove it once they are sent.`,
    )
  }
  const decided = await withDatabase(config, (db) => decideOnCover(db, config.serverSecret, asked))
  if (decided.step === 'nothing-waits') return fail(`${email} has no pending cover with this id.`)
  return print(
    `${outcomes[decided.result]} from ${showDate(decided.from)}, and ${email} gets a mail. The answers are removed.`,
  )
}

const outcomes = {
  accepted: 'All of the cover is in force',
  'accepted-in-part': 'The accepted cover is in force',
  declined: 'The earlier cover remains in force',
} as const

/** If two people are insured, each has a separate amount of cover. A decision up to an amount applies to both. */
function line({ email, benefit, selectionId, cover, partnerCover, isAnswered, isAsked }: PendingCover) {
  const lives = [
    ...(cover ? [`${amountInForce(cover)} in force`] : []),
    ...(partnerCover ? [`${amountInForce(partnerCover)} in force for the partner`] : []),
  ]
  const answered = isAnswered ? 'answered' : isAsked ? 'not answered in the current version' : 'no questions'
  return `${selectionId}  ${email}, ${benefit}: ${[...lives, answered].join(', ')}`
}

function amountInForce({ effective, selected }: NonNullable<PendingCover['cover']>): string {
  return `${showPence(BigInt(effective))} of ${showPence(BigInt(selected))}`
}

function sheet(one: UnderwriterCase): string {
  const { answers } = one
  return [
    `${line(one)} (${one.client}, ${one.provider})`,
    ...(answers?.answers.map(({ question, answer }) => `  ${question} ${answer ? 'Yes' : 'No'}`) ?? []),
    ...(answers ? [`  answered ${answers.answeredAt}, questions ${answers.version}`] : []),
  ].join('\n')
}

async function save(folder: string, found: readonly UnderwriterCase[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const one of found) await writeFile(join(folder, `${one.selectionId}.txt`), `${sheet(one)}\n`, { mode: 0o600 })
}

type MedicalRequest =
  | { what: 'list'; client: string }
  | { what: 'read'; email: string; operator: string; folder: string | undefined }
  | {
      what: 'decide'
      email: string
      operator: string
      selectionId: SelectionId
      accepts: 'all' | 'nothing' | Pence
      reference: string
    }

export function requestOf(words: string[]): MedicalRequest | undefined {
  const options = {
    client: textOption,
    as: textOption,
    save: textOption,
    accept: textOption,
    decline: textOption,
    'up-to': textOption,
    reference: textOption,
  }
  const parsed = parseArguments(words, options)
  if (!parsed) return undefined
  const { values, positionals } = parsed
  const [email, ...more] = positionals
  const { client, as: operator, save: folder, accept, decline, 'up-to': upTo, reference } = values
  if (client !== undefined)
    return Object.keys(values).length === 1 && email === undefined ? { what: 'list', client } : undefined
  if (email === undefined || more.length > 0 || operator === undefined || !isOperatorName(operator)) return undefined
  const id = accept ?? decline
  if (id === undefined)
    return upTo === undefined && reference === undefined ? { what: 'read', email, operator, folder } : undefined
  const right =
    isSelectionId(id) &&
    (accept === undefined || decline === undefined) &&
    (decline === undefined || upTo === undefined) &&
    (upTo === undefined || /^\d{1,9}$/.test(upTo)) &&
    folder === undefined &&
    reference !== undefined &&
    isReference(reference)
  if (!right) return undefined
  const accepts = decline !== undefined ? 'nothing' : upTo === undefined ? 'all' : penceFromPounds(Number(upTo))
  return { what: 'decide', email, operator, selectionId: id, accepts, reference }
}

/** Accepts no free text, because it could contain health data. */
function isReference(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9./_-]{0,39}$/.test(text)
}

function isSelectionId(word: string): word is SelectionId {
  return isUuid(word)
}
