// npm run golden: rewrites the golden file from the second implementation alone. Review the diff after running it.
import { writeFileSync } from 'node:fs'
import { answerOf } from './independent/answers.ts'
import { readFolder } from './independent/scheme-folder.ts'
import { goldenLine } from './golden-lines.ts'
import { pricingQuestionsOf } from './questions.ts'
import { goldenDay, goldenFile, withGoldenFolder } from './golden-folder.ts'

await withGoldenFolder((path) => {
  const folder = readFolder(path, goldenDay)
  const lines = pricingQuestionsOf(folder).map((question) => goldenLine(question, answerOf(folder, question)))
  writeFileSync(goldenFile, `${lines.join('\n')}\n`)
})
