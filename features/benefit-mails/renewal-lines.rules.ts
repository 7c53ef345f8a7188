import { showDate } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import type { renewalMessages } from '../../services/benefits/renewal.messages.ts'
import type { ConsentReason } from '../../domain/selections/new-scheme-year.rules.ts'
import { renewalLines as say, type RenewalLists } from './renewal-mail.messages.ts'

/** What happens to a benefit in a new scheme year. Amounts are pence a month. */
export type RenewalLine = { name: string; perMonthNow: bigint | null } & (
  | { kind: 'chosen' | 'continues'; perMonthThen: bigint | null; capped: boolean }
  | { kind: 'asked'; because: ConsentReason; lastDay: string; keepsEmployersPart: boolean }
  | { kind: 'ends'; because: keyof typeof renewalMessages.ends; lastDay: string }
  | { kind: 'not-priced' | 'unchanged' }
)

export function renewalLists(lines: readonly RenewalLine[], from: string): RenewalLists {
  const of = (...kinds: RenewalLine['kind'][]) =>
    lines
      .filter(({ kind }) => kinds.includes(kind))
      .map((line) => choiceText(line, showDate(from)))
      .join('\n')
  return { continues: of('chosen', 'continues', 'not-priced', 'unchanged'), ends: of('ends'), asks: of('asked') }
}

function choiceText(line: RenewalLine, from: string): string {
  const { name } = line
  const now = perMonth(line.perMonthNow)
  switch (line.kind) {
    case 'chosen':
      return say.chosen(name, perMonth(line.perMonthThen), from, now)
    case 'continues': {
      const priced =
        line.perMonthNow === line.perMonthThen
          ? say.same(name, now)
          : say.changes(name, now, perMonth(line.perMonthThen), from)
      return line.capped ? say.capped(priced) : priced
    }
    case 'not-priced':
      return say.notPriced(name)
    case 'unchanged':
      return say.unchanged(name, now)
    case 'asked':
      return line.keepsEmployersPart
        ? say.keepsEmployersPart(name, line.because, from)
        : say.endsUnanswered(name, line.because, showDate(line.lastDay))
    case 'ends':
      return say.ends(name, line.because, showDate(line.lastDay), now)
  }
}

function perMonth(pence: bigint | null): string {
  if (pence === null || pence === 0n) return say.noCost
  return pence < 0n ? say.addedToPay(showPence(-pence)) : say.perMonth(showPence(pence))
}
