import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import type { EncryptedValue } from '../../platform/re-encrypt.ts'
import { valueEncryption, type ValueEncryption } from '../../platform/encryption.ts'
import { timeAgo, type ExpiredRows } from '../../platform/expired-rows.ts'

type Whose = { personId: PersonId; benefitId: BenefitId }
type Answer = { code: string; question: string; answer: boolean }
export type MedicalAnswers = { version: string; answers: readonly Answer[]; answeredAt: string }

/** Each encrypted value contains the id of its row, so that it cannot be copied to another row. */
export const medicalAnswersEncryption = (serverSecret: ServerSecret): ValueEncryption =>
  valueEncryption(serverSecret, 'medical answers')

export async function storeMedicalAnswers(
  tx: Tx,
  clientId: ClientId,
  { personId, benefitId, version, answers }: Whose & Omit<MedicalAnswers, 'answeredAt'>,
  sealed: ValueEncryption,
): Promise<void> {
  const id = randomUUID()
  // 1 and 0 have the same length. Encryption would not hide the different lengths of `true` and `false`.
  const written = answers.map((one) => ({ ...one, answer: one.answer ? 1 : 0 }))
  const kept = { id, questions_hash: version, sealed: sealed.seal(JSON.stringify(written), id) }
  await tx
    .insertInto('medical_answer')
    .values({ client_id: clientId, person_id: personId, benefit_id: benefitId, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'person_id', 'benefit_id']).doUpdateSet({ ...kept, answered_at: transactionTime }),
    )
    .execute()
}

export async function readMedicalAnswers(
  tx: Tx,
  clientId: ClientId,
  { personId, benefitId }: Whose,
  sealed: ValueEncryption,
): Promise<MedicalAnswers | undefined> {
  const row = await tx
    .selectFrom('medical_answer')
    .select(['id', 'questions_hash', 'sealed', 'answered_at as answeredAt'])
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('benefit_id', '=', benefitId)
    .executeTakeFirst()
  if (!row) return undefined
  // Written by `storeMedicalAnswers`, so the type is known.
  const written = JSON.parse(sealed.open(row.sealed, row.id)) as (Omit<Answer, 'answer'> & { answer: 0 | 1 })[]
  const answers = written.map((one) => ({ ...one, answer: one.answer === 1 }))
  return { version: row.questions_hash, answers, answeredAt: row.answeredAt }
}

export async function deleteMedicalAnswers(tx: Tx, clientId: ClientId, { personId, benefitId }: Whose): Promise<void> {
  await tx
    .deleteFrom('medical_answer')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('benefit_id', '=', benefitId)
    .execute()
}

const DAY = 86_400_000

/** Answers expire when the choice is cancelled or ended, or is still a draft after a month. */
export const expiredAnswers: readonly ExpiredRows[] = [
  {
    deleteFrom: 'medical_answer',
    key: ['id'],
    when: sql`answered_at < ${timeAgo(DAY)}
      and not exists (
        select
        from selection
        where selection.client_id = medical_answer.client_id
          and selection.person_id = medical_answer.person_id
          and selection.benefit_id = medical_answer.benefit_id
          and (state in ('pended', 'pending', 'pending-change') or (state = 'draft' and answered_at >= ${timeAgo(30 * DAY)}))
      )`,
    skipsHeld: true,
  },
]

export async function listEncryptedAnswers(
  tx: Tx,
  clientId: ClientId,
  { after, limit }: { after: string | null; limit: number },
): Promise<EncryptedValue<string>[]> {
  return tx
    .selectFrom('medical_answer')
    .select(['id', 'sealed'])
    .where('client_id', '=', clientId)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns false if the answers have changed since they were read. */
export async function replaceEncryptedAnswers(
  tx: Tx,
  clientId: ClientId,
  { id, sealed, anew }: EncryptedValue<string> & { anew: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('medical_answer')
    .set({ sealed: anew })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('sealed', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
