import { applyFolder } from '../harness/apply-folder.ts'
import { createTestDatabase, type TestDatabase } from '../harness/databases.ts'
import { answerOf } from './independent/answers.ts'
import { type Folder, readFolder } from './independent/scheme-folder.ts'
import type { Answer, Question } from './golden-lines.ts'
import { answersOfProduct } from './product-answers.ts'
import { pricingQuestionsOf } from './questions.ts'
import { withGoldenFolder } from './golden-folder.ts'

export type Answered = { question: Question; answer: Answer }
export type BothAnswers = { folder: Folder; independent: Answered[]; product: Answered[] }

/** Returns the answers of both implementations. Neither calculates `day`, the London date of `moment`. */
export async function answersOfBothImplementations(
  moment: string,
  { day, ofExample }: { day: string; ofExample?: number },
): Promise<BothAnswers> {
  const database: TestDatabase = await createTestDatabase()
  try {
    await database.moveTo(moment)
    return await withGoldenFolder(
      async (path) => {
        const folder = readFolder(path, day)
        const { clientId } = await applyFolder(database.db, path)
        const questions = pricingQuestionsOf(folder)
        return {
          folder,
          independent: questions.map((question) => ({ question, answer: answerOf(folder, question) })),
          product: await answersOfProduct(database.db, clientId, questions),
        }
      },
      ofExample === undefined ? {} : { ofExample },
    )
  } finally {
    await database.close()
  }
}
