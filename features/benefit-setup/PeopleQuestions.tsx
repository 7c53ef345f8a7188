import { Questions, type QuestionsProps } from './Questions.tsx'
import { SetupAnyInput } from './SetupAnyInput.tsx'

export function PeopleQuestions(props: QuestionsProps) {
  return <Questions {...props} Input={SetupAnyInput} />
}
