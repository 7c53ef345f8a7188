import { Questions, type QuestionsProps } from './Questions.tsx'
import { SetupAnyInput } from './SetupAnyInput.tsx'

/** The questions of a step that asks for an amount or for people. */
export function MoreQuestions(props: QuestionsProps) {
  return <Questions {...props} Input={SetupAnyInput} />
}
