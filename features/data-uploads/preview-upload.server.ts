import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inRolledBackTransaction, isSerializationFailure, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { provideCoreCover } from '../recalculation/core-cover.queries.ts'
import {
  changesByPerson,
  recalculateForBirthDates,
  recalculateForFacts,
  calculateForChangedFacts,
  type RecalculatedSelection,
} from '../../services/recalculation/recalculate.queries.ts'
import { inputHashesOf } from '../recalculation/input-hashes.queries.ts'
import { populationOn } from '../population/population.queries.ts'
import { appendVersions } from '../../services/my-benefits/selections.queries.ts'
import { markAsRolledBack } from '../employees/fact-sequence.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { checkRows } from './check-upload.server.ts'
import type { ConcernGroup } from './upload-concerns.server.ts'
import type { DifferenceRow } from './data-uploads.contract.ts'
import { storeBenefitEffects } from './benefit-effects.queries.ts'
import { benefitEffectsBetween } from './benefit-effects.rules.ts'
import { uploadLimits } from './upload-states.rules.ts'
import { peopleInLines, storeRecalculated, type RecalculatedPerson } from './upload-people.queries.ts'
import {
  readDataVersion,
  findUpload,
  type Upload,
  type UploadCounts,
  recordWorkTotal,
  recordProgress,
  readUploadSwitches,
} from './uploads.queries.ts'
import {
  uploadEvent,
  changeStatus,
  UploadStatusChanged,
  type ReportProgress,
  progressReporter,
  runUploadStep,
} from './upload-status.server.ts'
import { deleteCheckResults, deleteUnappliedResults, storeFaults } from './staged-rows.queries.ts'
import { personIdsOf, hasChangedBirthDate, writeFacts } from './write-upload.server.ts'

class DataChanged extends Error {}

export async function previewUpload(
  db: Kysely<Database>,
  clientId: ClientId,
  uploadId: string,
): Promise<'previewed' | 'drifted'> {
  const checking = { uploadId, status: 'checking' } as const
  const found = await runUploadStep(db, clientId, checking, (tx, upload, clock) =>
    previewOf(tx, clientId, { upload, clock, progress: progressReporter(db, clientId, uploadId) }),
  )
  if (!found) return 'previewed'
  try {
    const { affected, begun, ...rest } = found
    let place = 0
    // This is a separate transaction, so that `now` is current.
    if (rest.hasDifference)
      await runUploadStep(db, clientId, checking, async (tx) => {
        await holdForCheck(tx, clientId, { uploadId, begun })
        await recordWorkTotal(tx, clientId, { id: uploadId, people: affected.length })
      })
    const progress = progressReporter(db, clientId, uploadId)
    for (let from = 0; from < affected.length; from += uploadLimits.recalculated) {
      const lines = affected.slice(from, from + uploadLimits.recalculated)
      const { people, difference } = await runUploadStep(
        db,
        clientId,
        checking,
        async (tx, _upload, { today }) => {
          const effects = await rehearsed(tx, clientId, { uploadId, lines, today })
          // Reports progress, so that no other process takes over the work.
          await progress(from)
          return effects
        },
        inRolledBackTransaction,
      )
      await runUploadStep(db, clientId, checking, async (tx) => {
        await holdForCheck(tx, clientId, { uploadId, begun })
        await storeRecalculated(tx, clientId, { uploadId, people })
        await storeBenefitEffects(tx, clientId, { uploadId, rows: difference, after: place })
        await recordProgress(tx, clientId, { id: uploadId, done: from + lines.length })
      })
      place += difference.length
    }
    await runUploadStep(db, clientId, checking, async (tx, upload) => {
      await holdForCheck(tx, clientId, { uploadId, begun })
      await requireSameData(tx, clientId, found)
      await changeStatus(tx, clientId, upload, { status: 'ready', preview: randomUUID(), ...rest })
    })
    return 'previewed'
  } catch (error) {
    if (!(error instanceof DataChanged || isSerializationFailure(error))) throw error
    await runUploadStep(db, clientId, checking, (tx, upload, { now }) => queueRecheck(tx, clientId, { upload, now }))
    return 'drifted'
  }
}

type PreviewData = {
  checkedAt: string
  begun: string
  counts: UploadCounts
  warnings: string[]
  concerns: ConcernGroup[]
  baseVersion: string
  hasDifference: boolean
  affected: number[]
}

async function previewOf(
  tx: Tx,
  clientId: ClientId,
  { upload, clock: { now: checkedAt, today }, progress }: { upload: Upload; clock: Clock; progress: ReportProgress },
): Promise<PreviewData | undefined> {
  const { id: uploadId, columns, uploaderId } = upload
  const baseVersion = await readDataVersion(tx, clientId)
  await deleteCheckResults(tx, clientId, { uploadId })
  const { faults, count, warnings, concerns, counts, affected } = await checkRows(tx, clientId, {
    uploadId,
    uploadedBy: uploaderId,
    columns,
    today,
    progress,
  })
  if (count > 0) {
    await storeFaults(tx, clientId, { uploadId, faults })
    await deleteUnappliedResults(tx, clientId, { uploadId })
    await changeStatus(tx, clientId, upload, { status: 'refused', faultCount: count })
    return undefined
  }
  const begun = startOfCheck(upload)
  await holdForCheck(tx, clientId, { uploadId, begun })
  const { eligibilityImpact: hasDifference } = await readUploadSwitches(tx, clientId)
  return {
    checkedAt,
    begun,
    counts,
    warnings,
    concerns,
    baseVersion,
    hasDifference,
    affected: hasDifference ? affected : [],
  }
}

/** Identifies one attempt at a check. If an attempt reports no progress, another process begins a new one. */
const startOfCheck = ({ rechecks, attempts }: Upload): string => `${rechecks} ${attempts}`

/** Locks an upload to store results. Throws `UploadStatusChanged` if it was cancelled or another check has begun. */
async function holdForCheck(
  tx: Tx,
  clientId: ClientId,
  { uploadId, begun }: { uploadId: string; begun: string },
): Promise<void> {
  const still = await findUpload(tx, clientId, { id: uploadId, forChange: true })
  if (still?.status !== 'checking' || startOfCheck(still) !== begun) throw new UploadStatusChanged()
}

async function rehearsed(
  tx: Tx,
  clientId: ClientId,
  { uploadId, lines, today }: { uploadId: string; lines: readonly number[]; today: Clock['today'] },
): Promise<{ people: RecalculatedPerson[]; difference: DifferenceRow[] }> {
  markAsRolledBack(tx)
  const written = await peopleInLines(tx, clientId, { uploadId, lines })
  const people = personIdsOf(written)
  await lockPeople(tx, clientId, { people })
  const before = await populationOn(tx, clientId, { on: today, people })
  const inputs = await inputHashesOf(tx, clientId, { people })
  const { followed } = await writeFacts(tx, clientId, { uploadId, people: written, recordedBy: null })
  const begun = await provideCoreCover(tx, clientId, { people, today })
  const inputsNow = begun > 0 ? await inputHashesOf(tx, clientId, { people }) : inputs
  const bornOtherwise = new Set(personIdsOf(written.filter(hasChangedBirthDate)))
  const changed = changesByPerson(followed)
  // A corrected date of birth needs a second recalculation, after that of changed facts.
  const twice = new Map([...changed].filter(([personId]) => bornOtherwise.has(personId)))
  const once = new Map([...changed].filter(([personId]) => !bornOtherwise.has(personId)))
  const recalculated: RecalculatedSelection[] = []
  for await (const some of calculateForChangedFacts(tx, clientId, { changed: once, today })) {
    // The effect on benefits needs neither deductions nor derivations.
    await appendVersions(tx, clientId, { continuations: some.map(withoutTrace) })
    recalculated.push(...some)
  }
  await recalculateForFacts(tx, clientId, { changed: twice, today })
  await recalculateForBirthDates(tx, clientId, { people: [...bornOtherwise], today })
  const after = await populationOn(tx, clientId, { on: today, people })
  const selections = Map.groupBy(recalculated, ({ selection }) => selection.personId)
  return {
    people: [...once.keys()].flatMap((personId) => {
      const hash = inputs.get(personId)
      // The core cover from above is rolled back, so the confirmation must recalculate these people.
      if (hash === undefined || hash !== inputsNow.get(personId)) return []
      return [{ personId, inputs: hash, selections: selections.get(personId) ?? [] }]
    }),
    difference: benefitEffectsBetween({ before, after }),
  }
}

function withoutTrace({ steps, ...rest }: RecalculatedSelection): RecalculatedSelection {
  return {
    ...rest,
    steps: steps.map(({ price, ...step }) => ({
      ...step,
      price: price && { ...price, trace: { ...price.trace, steps: [] } },
    })),
  }
}

async function requireSameData(tx: Tx, clientId: ClientId, { baseVersion }: PreviewData): Promise<void> {
  if ((await readDataVersion(tx, clientId)) !== baseVersion) throw new DataChanged()
}

async function queueRecheck(
  tx: Tx,
  clientId: ClientId,
  { upload, now }: { upload: Upload; now: string },
): Promise<void> {
  const rechecks = upload.rechecks + 1
  if (rechecks < uploadLimits.rechecks) return changeStatus(tx, clientId, upload, { status: 'checking', rechecks })
  await changeStatus(tx, clientId, upload, { status: 'failed', failure: 'unsettled' })
  await deleteUnappliedResults(tx, clientId, { uploadId: upload.id })
  const details = { uploadId: upload.id, step: 'checking', why: 'unsettled' }
  await appendAudit(tx, clientId, [uploadEvent({ now, action: 'data-load.failed', details })])
}
