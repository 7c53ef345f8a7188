import { addDays, showDate } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import type { NewMail } from '../../services/mail/mail.queries.ts'
import { type NewYearMailFacts, newYearMail, newYearLines as say } from './new-year-mail.messages.ts'
import type { RenewedSelection } from './new-scheme-year.queries.ts'

export function newYearMails(turned: readonly RenewedSelection[]): NewMail<NewYearMailFacts>[] {
  const ofPeople = Map.groupBy(turned, ({ personId, recordedAt }) => `${personId} ${recordedAt}`)
  return [...ofPeople.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const [from = first.from] = own.map((one) => one.from).toSorted()
    return [
      {
        to: { personId: first.personId },
        kind: newYearMail,
        data: { from: showDate(from), lines: own.map(lineOf).join('\n') },
        cause: `scheme year ${from} ${first.recordedAt}`,
      },
    ]
  })
}

function lineOf({ benefit, ends, reason, from, before, after }: RenewedSelection): string {
  if (ends) return say.ends(benefit, showDate(addDays(from, -1)), reason)
  const continues =
    before === after
      ? say.same(benefit, amount(after))
      : say.changed(benefit, { before: amount(before), after: amount(after), from: showDate(from) })
  // The reason names the scheme year, then each value that the new limits changed.
  const [, ...capped] = (reason ?? '').split('; ')
  return [continues, ...capped.map(say.capped)].join(' ')
}

function amount(perMonth: string | null): string {
  const pence = BigInt(perMonth ?? '0')
  if (pence === 0n) return say.noCost
  return pence < 0n ? say.addedToPay(showPence(-pence)) : say.perMonth(showPence(pence))
}
