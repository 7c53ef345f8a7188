import { SetupQuestions, type SetupQuestionsProps } from './SetupQuestions.tsx'
import { SetupInput } from './SetupInput.tsx'

export function SetupQuestionsWithPeople(props: SetupQuestionsProps) {
  return <SetupQuestions {...props} Input={SetupInput} />
}
