import { Questions, type QuestionsProps } from './Questions.tsx'
import { SetupAmountInput } from './SetupAmountInput.tsx'

/** The questions of a step that asks for an amount. */
export function AmountQuestions(props: QuestionsProps) {
  return <Questions {...props} Input={SetupAmountInput} />
}
