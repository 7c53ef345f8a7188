import { showDate } from '../../contract/dates.ts'
import { paragraph } from '../../platform/text-table.ts'
import type { ExplanationRequest, ExplanationResult } from './operator-commands.server.ts'
import type { Explained } from './explanation.server.ts'
import { explainMessages as say } from './explain.messages.ts'
import { assessmentSentences } from '../pension-enrolment/assessment-text.server.ts'
import type { StoredAssessment } from '../pension-enrolment/assessments.queries.ts'
import { choiceActionsText } from './choice-actions-text.server.ts'
import { personText } from './person-text.server.ts'
import { priceText, takeHomeText } from './price-text.server.ts'
import { deductionsText, selectionText } from './selection-text.server.ts'

export function explanationText(answer: ExplanationResult, { email, client, code }: ExplanationRequest): string {
  switch (answer.step) {
    case 'explained':
      return showExplained(answer.explained, answer)
    case 'nobody':
      return say.nobody(email, client)
    case 'several':
      return say.several(answer.clients.join(', '), email)
    case 'no-scheme':
      return say.noScheme(answer.client, email, showDate(answer.on))
    case 'no-benefit':
      return say.noBenefit(answer.client, code, answer.codes.join(', '))
  }
}

function showExplained(explained: Explained, { client, email }: { client: string; email: string }): string {
  const { benefitStatus, anew, assessment } = explained
  const { scheme, benefit } = benefitStatus
  const { person, today, year } = scheme
  const who = `${person.firstName} ${person.surname}, ${email}`
  const title = [
    say.title(benefit.definition.name, benefit.code, who),
    say.under(client, showDate(today), showDate(year.from), showDate(year.to)),
  ]
    .map((line) => paragraph(line, 0))
    .join('\n')
  return [
    title,
    personText(explained),
    choiceActionsText(benefitStatus),
    ...(assessment ? [enrolmentText(assessment)] : []),
    selectionText(explained),
    priceText(explained),
    deductionsText(explained),
    ...(anew.outcome === 'priced' ? [takeHomeText(anew.takeHome)] : []),
  ].join('\n\n')
}

function enrolmentText(assessment: StoredAssessment): string {
  return [say.enrolment, ...assessmentSentences(assessment).map((sentence) => paragraph(sentence))].join('\n')
}
