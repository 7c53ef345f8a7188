import { sql } from 'kysely'
import { type IsoDate, showLongDate } from '../../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../../contract/ids.ts'
import { showPence } from '../../../contract/money.ts'
import type { Tx } from '../../../database/database.ts'
import type { DailyJob } from '../../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../../platform/keys.ts'
import { mailQueue } from '../../mail/mail.queries.ts'
import { noteInformed } from './assessments.queries.ts'
import { noteGiven } from '../notices/notices-given.queries.ts'
import type { StoredPrice } from '../selections/stored-price.ts'
import { type Frequency, type Letter, optOutUntil } from './assessment.rules.ts'
import type { AutoEnrolment } from './auto-enrolment.ts'
import {
  type AboutEnrolment,
  enrolmentMails,
  payDayWords,
  postponementMail,
  rightToJoinMail,
  rightToOptInMail,
} from './enrolment-mail.messages.ts'

/** Sends the letters about automatic enrolment that the law requires of employers, each once. */
export function tellOfEnrolment(serverSecret: ServerSecret): DailyJob {
  const { queueMail } = mailQueue(serverSecret)
  return {
    name: 'tell people of automatic enrolment',
    run: async (tx, clientId, { today }) => {
      for (const due of await lettersDue(tx, clientId, { today })) {
        const { personId, letter, from, postponedTo, benefitId, benefit } = due
        const about = letter.startsWith('right-to') ? `pension ${letter}` : `pension ${letter} ${from}`
        const fresh = await noteGiven(tx, clientId, { notices: [{ personId, about, on: today }] })
        if (!fresh.has(personId)) continue
        const mail = { to: { personId }, cause: about }
        switch (letter) {
          case 'enrolled':
          case 're-enrolled':
          case 'opted-in':
            await queueMail(tx, clientId, { ...mail, kind: enrolmentMails[letter], data: enrolmentIn(due, today) })
            break
          case 'postponed': {
            const until = showLongDate(postponedTo ?? from)
            await queueMail(tx, clientId, { ...mail, kind: postponementMail, data: { benefitId, benefit, until } })
            break
          }
          case 'right-to-opt-in':
            await queueMail(tx, clientId, { ...mail, kind: rightToOptInMail, data: { benefitId, benefit } })
            break
          case 'right-to-join':
            await queueMail(tx, clientId, { ...mail, kind: rightToJoinMail, data: { benefitId, benefit } })
            break
        }
      }
      await noteInformed(tx, clientId, { today })
      return 'done'
    },
  }
}

type Due = {
  personId: PersonId
  letter: Letter
  from: IsoDate
  postponedTo: IsoDate | null
  frequency: Frequency
  benefitId: BenefitId
  benefit: string
  provider: string
  rules: AutoEnrolment
  price: StoredPrice | null
}

function enrolmentIn(
  { from, frequency, benefitId, benefit, provider, rules, price }: Due,
  today: IsoDate,
): AboutEnrolment {
  const perPeriod = (shares: readonly string[] | undefined) => showPence(BigInt(shares?.[0] ?? 0))
  return {
    benefitId,
    benefit,
    provider,
    from: showLongDate(from),
    employee: perPeriod(price?.employeePerPeriod),
    employer: perPeriod(price?.employerPerPeriod),
    each: payDayWords[frequency],
    optOutBy: showLongDate(optOutUntil({ from, informedOn: today })),
    noticeFrom: rules.optOutNotice === 'scheme' ? (rules.optOutLink ?? null) : null,
  }
}

/** Letters about membership are for members alone: who has opted out before the letter needs none. */
async function lettersDue(tx: Tx, clientId: ClientId, { today }: { today: IsoDate }): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select
      assessment.person_id as "personId",
      assessment.letter,
      assessment.from_day as "from",
      assessment.postponed_to as "postponedTo",
      assessment.frequency,
      assessment.benefit_id as "benefitId",
      benefit.definition ->> 'name' as benefit,
      benefit.definition -> 'provider' ->> 'name' as provider,
      benefit.definition -> 'autoEnrolment' as rules,
      version.price
    from pension_assessment as assessment
    join scheme_year
      on scheme_year.client_id = ${clientId}
      and ${today}::date between scheme_year.starts_on and scheme_year.ends_on
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = scheme_year.id
      and benefit.id = assessment.benefit_id
    left join selection
      on selection.client_id = ${clientId}
      and selection.person_id = assessment.person_id
      and selection.benefit_id = assessment.benefit_id
    left join selection_version as version
      on version.client_id = ${clientId}
      and version.selection_id = selection.id
      and version.version = selection.version_in_force
    where assessment.client_id = ${clientId}
      and assessment.letter is not null
      and assessment.informed_on is null
      and (assessment.letter not in ('enrolled', 're-enrolled', 'opted-in') or version.version is not null)
    order by assessment.person_id, assessment.from_day
  `.execute(tx)
  return rows
}
