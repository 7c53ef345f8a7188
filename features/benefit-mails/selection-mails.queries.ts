import { addDays, showDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import type { MailKind } from '../../contract/mail-kind.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { restartSentence } from '../../services/my-benefits/voucher-membership.rules.ts'
import type { SelectionHead, SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import {
  type SelectionMailFacts,
  approvedAwaitsProviderMail,
  awaitsApprovalMail,
  awaitsProviderMail,
  changeConfirmedMail,
  choiceApprovedMail,
  choiceConfirmedMail,
  choiceRejectedMail,
  choiceWithdrawnMail,
  optedOutMail,
  optedOutWithinMonthMail,
  providerAnsweredMail,
  restWithdrawnMail,
} from './selection-mails.messages.ts'
import type { StateBeforeTransition } from '../../domain/selections/selection-steps.rules.ts'

export type SelectionStep = {
  selection: Pick<SelectionHead, 'id' | 'personId' | 'benefitId' | 'version'>
  step: Pick<SelectionVersion, 'action' | 'effectiveFrom'>
  benefit: string
  afterOptOut?: string | undefined
  /** If cover was in force before the step, the mail calls the choice a change. */
  before: Pick<StateBeforeTransition, 'state' | 'running'>
}

export function selectionStep(
  { benefit, position }: Pick<BenefitStatus, 'benefit' | 'position'>,
  moved: SelectionWithVersions,
): SelectionStep {
  const { newest } = moved
  const { definition } = benefit
  const afterOptOut =
    newest.action === 'opt-out' && newest.effectiveFrom !== null
      ? restartSentence(definition, addDays(newest.effectiveFrom, -1))
      : undefined
  return { selection: moved, step: newest, benefit: definition.name, afterOptOut, before: position }
}

export type SelectionMails = ReturnType<typeof selectionMails>

/** Queues at most one mail for each selection version, even if the call is repeated. */
export function selectionMails(serverSecret: ServerSecret) {
  const { queueMails } = mailQueue(serverSecret)
  return {
    tell: async (tx: Tx, clientId: ClientId, steps: readonly SelectionStep[]): Promise<void> => {
      const mails = steps.flatMap(({ selection, step, benefit, afterOptOut, before }) => {
        const kind = mailOf(step.action, before)
        return kind
          ? [
              {
                to: { personId: selection.personId },
                kind,
                data: {
                  benefitId: selection.benefitId,
                  benefit,
                  from: step.effectiveFrom && showDate(step.effectiveFrom),
                  ...(afterOptOut && { afterOptOut }),
                },
                cause: `selection ${selection.id} ${selection.version}`,
              },
            ]
          : []
      })
      if (mails.length > 0) await queueMails(tx, clientId, mails)
    },
  }
}

/** Returns undefined for drafts, and for automatic steps, because the jobs that make these steps queue the mails. */
function mailOf(action: string, before: SelectionStep['before']): MailKind<SelectionMailFacts> | undefined {
  switch (action) {
    case 'submit':
      return before.running ? changeConfirmedMail : choiceConfirmedMail
    case 'submit-for-approval':
      return awaitsApprovalMail
    case 'submit-for-evidence':
      return awaitsProviderMail
    case 'approve':
      return choiceApprovedMail
    case 'approve-for-evidence':
      return approvedAwaitsProviderMail
    case 'reject':
      return choiceRejectedMail
    case 'opt-out':
      return optedOutMail
    case 'opt-out-within-month':
      return optedOutWithinMonthMail
    case 'withdraw':
      return before.state === 'pended' ? restWithdrawnMail : choiceWithdrawnMail
    case 'accept-evidence':
    case 'decline-evidence':
      return providerAnsweredMail
    default:
      return undefined
  }
}
