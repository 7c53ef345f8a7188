import { addDays, showDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../database/database.ts'
import type { DailyJob } from '../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { dailyJobInPortions } from '../profile/job-portions.queries.ts'
import { provideCoreCover } from '../recalculation/core-cover.queries.ts'
import { recalculateOnDates } from '../recalculation/recalculate-on-dates.queries.ts'
import { increaseAppliedMail, increaseNotAppliedMail } from '../benefit-mails/selection-mails.messages.ts'
import { renewSelections } from '../../services/benefits/renew-selections.queries.ts'
import { unrenewedSelections, renewedSince } from '../renewal/new-scheme-year.queries.ts'
import { newYearMails } from '../renewal/new-year-mail.server.ts'
import { vouchersLoweredMail } from '../renewal/voucher-estimate-mail.messages.ts'
import { lowerVouchers } from '../renewal/voucher-estimate.queries.ts'
import { applyYearlyIncreases } from '../recalculation/apply-yearly-increases.queries.ts'

/** Later jobs wait until these jobs have finished, because they read the changed selections. */
const waitBetweenPortions = { laterJobsWait: true }

/** Renews or ends selections when a scheme year has begun. The audit lists selections that have no price yet. */
export function renewSelectionsDaily(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions(
    'renew selections',
    async (tx, clientId, { people, lastRan, ...clock }) => {
      const { today } = clock
      const selections = await renewSelections(tx, clientId, { people, today })
      await notify(tx, clientId, { clock, action: 'selections.renewed', selections })
      const turned = await renewedSince(tx, clientId, { people, since: lastRan ?? today, today })
      await queueMails(tx, clientId, newYearMails(turned))
      const waiting = await unrenewedSelections(tx, clientId, { people, today })
      if (waiting.length > 0)
        await appendAudit(tx, clientId, [
          {
            at: clock.now,
            actor: null,
            subject: null,
            action: 'selections.not-renewed',
            details: { selectionIds: waiting.map(({ selectionId }) => selectionId) },
          },
        ])
    },
    waitBetweenPortions,
  )
}

/** Gives core cover when a scheme year starts, when probation ends, or when a person reaches the benefit's first age. */
export const provideCover = dailyJobInPortions(
  'provide cover for everybody',
  async (tx, clientId, { people, ...clock }) => {
    // Lock all people at once, because the job locks some of them again in another order.
    await lockPeople(tx, clientId, { people })
    const selections = await provideCoreCover(tx, clientId, { people, today: clock.today })
    await notify(tx, clientId, { clock, action: 'selections.provided', selections })
  },
  waitBetweenPortions,
)

/** Lowers voucher orders to the cap of a new tax year, on 6 April or when the job next runs. */
export function lowerVouchersDaily(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions(
    'estimate earnings for vouchers',
    async (tx, clientId, { people, lastRan, ...clock }) => {
      const { today } = clock
      const { lowered, joiningUnknown } = await lowerVouchers(tx, clientId, {
        people,
        since: lastRan ? addDays(lastRan, 1) : today,
        today,
      })
      await queueMails(
        tx,
        clientId,
        lowered.map(({ personId, benefitId, benefit, from }) => ({
          to: { personId },
          kind: vouchersLoweredMail,
          data: { benefitId, benefit, from: showDate(from) },
          cause: `voucher cap ${benefitId} ${from}`,
        })),
      )
      await notify(tx, clientId, { clock, action: 'selections.lowered', selections: lowered.length })
      if (joiningUnknown.length > 0)
        await appendAudit(tx, clientId, [
          {
            at: clock.now,
            actor: null,
            subject: null,
            action: 'vouchers.joining-unknown',
            details: { selectionIds: joiningUnknown },
          },
        ])
    },
    waitBetweenPortions,
  )
}

export function applyIncreasesDaily(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions(
    'take yearly steps',
    async (tx, clientId, { people, ...clock }) => {
      const taken = await applyYearlyIncreases(tx, clientId, { people, today: clock.today })
      await queueMails(
        tx,
        clientId,
        taken.map(({ personId, benefitId, benefit, on, risen }) => ({
          to: { personId },
          kind: risen ? increaseAppliedMail : increaseNotAppliedMail,
          data: { benefitId, benefit, from: showDate(on) },
          cause: `yearly step ${benefitId} ${on}`,
        })),
      )
      const selections = taken.filter(({ risen }) => risen).length
      await notify(tx, clientId, { clock, action: 'selections.risen', selections })
    },
    waitBetweenPortions,
  )
}

/** Recalculates prices that depend on age, length of service or dated rates, for each day since the last run. */
export const recalculateOnDueDates = dailyJobInPortions(
  'follow birthdays and anniversaries',
  async (tx, clientId, { people, lastRan, ...clock }) => {
    const selections = await recalculateOnDates(tx, clientId, {
      people,
      since: lastRan && addDays(lastRan, 1),
      today: clock.today,
    })
    await notify(tx, clientId, { clock, action: 'selections.followed', selections })
  },
  waitBetweenPortions,
)

async function notify(
  tx: Tx,
  clientId: ClientId,
  { clock, action, selections }: { clock: Clock; action: string; selections: number },
): Promise<void> {
  if (selections === 0) return
  await appendAudit(tx, clientId, [{ at: clock.now, actor: null, subject: null, action, details: { selections } }])
}
