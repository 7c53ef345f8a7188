import { paths } from '../../contract/paths.ts'
import type { MailContent, MailKind } from '../../contract/mail-kind.ts'
import { renewalMessages } from '../../services/benefits/renewal.messages.ts'
import type { ConsentReason } from '../../domain/selections/new-scheme-year.rules.ts'

export type RenewalLists = { continues: string; ends: string; asks: string }

export const renewalLines = {
  chosen: (name: string, then: string, from: string, now: string) =>
    `${name}: as you chose, ${then} from ${from} (${now} until then).`,
  same: (name: string, now: string) => `${name}: ${now}, as now.`,
  changes: (name: string, now: string, then: string, from: string) => `${name}: ${now} now, ${then} from ${from}.`,
  capped: (line: string) => `${line} ${renewalMessages.capped}`,
  notPriced: (name: string) => `${name}: ${renewalMessages.notPriced}`,
  unchanged: (name: string, now: string) => `${name}: ${now}. ${renewalMessages.unchanged}`,
  keepsEmployersPart: (name: string, because: ConsentReason, from: string) =>
    `${name}: ${renewalMessages.asked[because]} If you don't, you keep only what your employer pays for from ${from}.`,
  endsUnanswered: (name: string, because: ConsentReason, lastDay: string) =>
    `${name}: ${renewalMessages.asked[because]} If you don't, it ends on ${lastDay}.`,
  ends: (name: string, because: keyof typeof renewalMessages.ends, lastDay: string, now: string) =>
    `${name}: ends on ${lastDay} (${now} until then). ${renewalMessages.ends[because]}`,
  window: (benefits: string, opensOn: string, closesOn: string) => `${benefits}: ${opensOn} to ${closesOn}.`,
  allBenefits: 'All benefits',
  noCost: 'no cost to you',
  perMonth: (amount: string) => `${amount} a month`,
  addedToPay: (amount: string) => `${amount} a month added to your pay`,
} as const

type OpenMailFacts = RenewalLists & {
  from: string
  closesOn: string
  windows: string
  added: string
}

export const nextYearOpenMail: MailKind<OpenMailFacts> = {
  name: 'next-year-open',
  write: ({ from, closesOn, windows, added, continues, ends, asks }, { brand }) => ({
    subject: `Your benefits from ${from}: choose by ${closesOn}`,
    paragraphs: [
      ...(windows === ''
        ? [
            `A new benefits year begins at ${brand} on ${from}. You can choose your benefits for it until ${closesOn}. If you do nothing, this is what happens.`,
          ]
        : [
            ...titledList(`A new benefits year begins at ${brand} on ${from}. You can choose on these days:`, windows),
            'If you do nothing, this is what happens.',
          ]),
      ...paragraphsOf({ continues, ends, asks }),
      ...(added === '' ? [] : [`New for you: ${added}.`]),
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}

type ClosingMailFacts = Pick<RenewalLists, 'ends' | 'asks'> & { from: string; closesOn: string; unfinished: string }

export const nextYearClosingMail: MailKind<ClosingMailFacts> = {
  name: 'next-year-closing',
  write: ({ from, closesOn, unfinished, ends, asks }) => ({
    subject: `Act by ${closesOn} to keep your benefits`,
    paragraphs: [
      `The window to choose your benefits for the year from ${from} closes on ${closesOn}.`,
      ...(unfinished === ''
        ? []
        : [`You have not yet confirmed your choice for: ${unfinished}. Nothing changes until you confirm.`]),
      ...paragraphsOf({ continues: '', ends, asks }),
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}

export const renewalMailKinds = [nextYearOpenMail, nextYearClosingMail]

function paragraphsOf({ continues, ends, asks }: RenewalLists): MailContent['paragraphs'] {
  return [
    ...titledList('This needs your answer:', asks),
    ...titledList('This ends:', ends),
    ...titledList('This continues:', continues),
  ]
}

function titledList(title: string, lines: string): string[] {
  return lines ? [title, ...lines.split('\n')] : []
}
