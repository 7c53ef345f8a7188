// npm run golden: rewrites the golden file from the second implementation alone. Read the diff after running it.
import { writeFileSync } from 'node:fs'
import { answerOf } from './independent/answers.ts'
import { readFolder } from './independent/scheme-folder.ts'
import { lineOf } from './lines.ts'
import { questionsOf } from './questions.ts'
import { goldenDay, goldenFile, withGoldenFolder } from './scheme.ts'

await withGoldenFolder((path) => {
  const folder = readFolder(path, goldenDay)
  const lines = questionsOf(folder).map((question) => lineOf(question, answerOf(folder, question)))
  writeFileSync(goldenFile, `${lines.join('\n')}\n`)
})
