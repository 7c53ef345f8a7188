import { Questions, type QuestionsProps } from './Questions.tsx'
import { SetupAmountInput } from './SetupAmountInput.tsx'

export function AmountQuestions(props: QuestionsProps) {
  return <Questions {...props} Input={SetupAmountInput} />
}
