// npm run golden: writes the golden file anew, from the second implementation alone. Whoever runs it reads the difference.
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
