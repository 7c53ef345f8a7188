import { sql } from 'kysely'
import { type IsoDate, showDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import { showPence } from '../../contract/money.ts'
import { type PayFrequency, payFrequencies } from '../../contract/pay-frequency.ts'
import type { Tx } from '../../database/database.ts'
import type { DailyJob } from '../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { dailyJobInPortions } from '../profile/job-portions.queries.ts'
import { recordLettersSent } from './assessments.queries.ts'
import { recordNotices } from '../benefit-mails/sent-notices.queries.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { type EnrolmentLetter, optOutUntil } from '../../domain/eligibility/enrolment-assessment.rules.ts'
import type { AutoEnrolment } from '../../domain/definition/auto-enrolment.ts'
import {
  type EnrolmentMailFacts,
  enrolmentMails,
  postponementMail,
  rightToJoinMail,
  rightToOptInMail,
} from './enrolment-mail.messages.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export function sendEnrolmentLetters(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions('tell people of automatic enrolment', async (tx, clientId, { people, today }) => {
    const due = await lettersDue(tx, clientId, { people, today })
    const fresh = await recordNotices(tx, clientId, {
      notices: due.map((one) => ({
        ...one,
        about: one.letter.startsWith('right-to') ? `pension ${one.letter}` : `pension ${one.letter} ${one.from}`,
        on: today,
      })),
    })
    const mail = ({ personId, about }: (typeof fresh)[number]) => ({ to: { personId }, cause: about })
    await queueMails(
      tx,
      clientId,
      fresh.flatMap((one) =>
        isOfMember(one.letter)
          ? [{ ...mail(one), kind: enrolmentMails[one.letter], data: enrolmentIn(one, today) }]
          : [],
      ),
    )
    await queueMails(
      tx,
      clientId,
      fresh.flatMap((one) => {
        const { letter, from, postponedTo, benefitId, benefit } = one
        const data = { benefitId, benefit, until: showDate(postponedTo ?? from) }
        return letter === 'postponed' ? [{ ...mail(one), kind: postponementMail, data }] : []
      }),
    )
    await queueMails(
      tx,
      clientId,
      fresh.flatMap((one) => {
        const { letter, benefitId, benefit } = one
        const kind = { 'right-to-opt-in': rightToOptInMail, 'right-to-join': rightToJoinMail }
        return letter === 'right-to-opt-in' || letter === 'right-to-join'
          ? [{ ...mail(one), kind: kind[letter], data: { benefitId, benefit } }]
          : []
      }),
    )
    await recordLettersSent(tx, clientId, { people, today })
  })
}

function isOfMember(letter: EnrolmentLetter): letter is keyof typeof enrolmentMails {
  return letter in enrolmentMails
}

type Due = {
  personId: PersonId
  letter: EnrolmentLetter
  from: IsoDate
  postponedTo: IsoDate | null
  frequency: PayFrequency
  benefitId: BenefitId
  benefit: string
  provider: string
  rules: AutoEnrolment
  price: StoredPrice | null
}

function enrolmentIn(
  { from, frequency, benefitId, benefit, provider, rules, price }: Due,
  today: IsoDate,
): EnrolmentMailFacts {
  const perPeriod = (shares: readonly string[] | undefined) => showPence(BigInt(shares?.[0] ?? 0))
  return {
    benefitId,
    benefit,
    provider,
    from: showDate(from),
    employee: perPeriod(price?.employeePerPeriod),
    employer: perPeriod(price?.employerPerPeriod),
    each: payFrequencies[frequency].words,
    optOutBy: showDate(optOutUntil({ from, informedOn: today })),
    noticeFrom: rules.optOutNotice === 'scheme' ? (rules.optOutLink ?? null) : null,
  }
}

async function lettersDue(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<Due[]> {
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
      and ${isOneOf(people, sql`assessment.person_id`)}
      and assessment.letter is not null
      and assessment.informed_on is null
      and (assessment.letter not in ('enrolled', 're-enrolled', 'opted-in') or version.version is not null)
    order by assessment.person_id, assessment.from_day
  `.execute(tx)
  return rows
}
