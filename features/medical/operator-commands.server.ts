import type { Kysely } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import { type Clock, inClient, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { actorOfOperator } from '../audit/operator.rules.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { findAccountsByEmail, type FoundAccount } from '../session/operator-commands.server.ts'
import { recalculateAllowances } from '../recalculation/recalculate-allowances.queries.ts'
import { recalculateForLaterFacts } from '../../services/recalculation/recalculate.queries.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { type SelectionMails, selectionMails } from '../benefit-mails/selection-mails.queries.ts'
import { writeDeductions } from '../../services/recalculation/selection-pay.queries.ts'
import { selectionVersionsOf } from '../../services/my-benefits/selection-versions.queries.ts'
import { appendVersion, lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import { type VersionAfterMedicalDecision, versionAfterMedicalDecision } from './medical-decision.server.ts'
import {
  type MedicalAnswers,
  readMedicalAnswers,
  medicalAnswersEncryption,
  deleteMedicalAnswers,
} from './medical-answers.queries.ts'
import { listPendingCover, type PendingCover } from './pending-cover.queries.ts'

export type UnderwriterCase = PendingCover & { client: string; answers: MedicalAnswers | null }

/** The audit event does not contain the answers. */
export async function underwriterCase(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  { email, operator }: { email: string; operator: string },
): Promise<UnderwriterCase[]> {
  const sealed = medicalAnswersEncryption(serverSecret)
  const found: UnderwriterCase[] = []
  for (const { clientId, code, account } of await findAccountsByEmail(db, { email }))
    found.push(
      ...(await inClient(db, clientId, async (tx, { now }) => {
        const { personId } = account
        const waiting = await listPendingCover(tx, clientId, { personId })
        if (waiting.length === 0) return []
        const read: UnderwriterCase[] = []
        for (const one of waiting) {
          const answers = await readMedicalAnswers(tx, clientId, { personId, benefitId: one.benefitId }, sealed)
          read.push({ ...one, client: code, answers: answers ?? null })
        }
        await appendAudit(tx, clientId, [
          {
            at: now,
            actor: actorOfOperator(operator),
            subject: personId,
            action: 'medical-answers.read',
            details: { selections: waiting.map(({ selectionId }) => selectionId) },
          },
        ])
        return read
      })),
    )
  return found
}

export type ProviderDecision = {
  email: string
  selectionId: SelectionId
  /** Requested cover that the provider accepts. An amount (pence) is an upper limit. */
  accepts: 'all' | 'nothing' | Pence
  /** Must not contain a reason, which would be health data. */
  reference: string
  operator: string
}
export type DecisionOutcome =
  | { step: 'decided'; from: IsoDate; result: VersionAfterMedicalDecision['result'] }
  | { step: 'nothing-waits' }

export async function decideOnCover(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  decision: ProviderDecision,
): Promise<DecisionOutcome> {
  const mails = selectionMails(serverSecret)
  for (const found of await findAccountsByEmail(db, decision)) {
    const asked = (tx: Tx, clock: Clock) => decide(tx, found, { ...decision, ...clock, mails })
    const decided = await inClient(db, found.clientId, asked)
    if (decided) return decided
  }
  return { step: 'nothing-waits' }
}

async function decide(
  tx: Tx,
  { clientId, account: { personId } }: FoundAccount,
  {
    selectionId,
    accepts,
    operator,
    reference,
    now,
    today,
    mails,
  }: ProviderDecision & Clock & { mails: SelectionMails },
): Promise<DecisionOutcome | undefined> {
  // Choosing a benefit takes the same lock, so the selections cannot change until this transaction ends.
  await lockPeople(tx, clientId, { people: [personId] })
  const selection = await lockWaiting(tx, clientId, { personId, selectionId })
  if (!selection) return undefined
  const scheme = await loadPersonScheme(tx, clientId, { personId, today })
  const benefit = scheme?.benefits.find(({ id }) => id === selection.benefitId)
  if (!scheme || !benefit || scheme.year.id !== selection.newest.schemeYearId) return undefined
  const versions = await selectionVersionsOf(tx, clientId, { selectionId })
  const { next, from, result } = versionAfterMedicalDecision(benefitStatusOf(scheme, benefit), {
    selection,
    versions,
    accepts,
    today,
  })
  const moved = await appendVersion(tx, clientId, { selection, next })
  if (!moved) throw new Error(`The selection ${selectionId} was locked, and moved all the same`)
  await writeDeductions(tx, clientId, { selection: moved, today })
  const { benefitId } = selection
  await recalculateForLaterFacts(tx, clientId, { begun: [{ personId, benefitId, effectiveFrom: from }], today })
  await recalculateAllowances(tx, clientId, { moved: [{ personId, benefitId, from }], today })
  await deleteMedicalAnswers(tx, clientId, { personId, benefitId })
  await mails.tell(tx, clientId, [
    {
      selection: moved,
      step: moved.newest,
      benefit: benefit.definition.name,
      before: { state: selection.state, running: true },
    },
  ])
  await appendAudit(tx, clientId, [
    {
      at: now,
      actor: actorOfOperator(operator),
      subject: personId,
      action: `medical-evidence.${result}`,
      details: { selectionId, benefitId, version: moved.version, reference },
    },
  ])
  return { step: 'decided', from, result }
}

async function lockWaiting(
  tx: Tx,
  clientId: FoundAccount['clientId'],
  { personId, selectionId }: { personId: PersonId; selectionId: SelectionId },
) {
  const [selection] = await lockSelections(tx, clientId, [selectionId])
  return selection?.personId === personId && selection.state === 'pended' ? selection : undefined
}
