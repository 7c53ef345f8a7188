import { Questions, type QuestionsProps } from './Questions.tsx'
import { SetupAnyInput } from './SetupAnyInput.tsx'

/** The questions of a step that asks for people. */
export function PeopleQuestions(props: QuestionsProps) {
  return <Questions {...props} Input={SetupAnyInput} />
}
