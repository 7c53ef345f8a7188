import { answerOf } from './independent/answers.ts'
import { allowanceOf } from './independent/flex-allowances.ts'
import type { Benefit, Choice, Folder, Person } from './independent/scheme-folder.ts'
import type { Accepted, Question } from './golden-lines.ts'

/** Returns test cases for prices of selections, generated choices, flex allowances, and cover above the limit. */
export function pricingQuestionsOf(folder: Folder): Question[] {
  const asked = questionsOfEach(folder)
  const waiting = asked.filter((question) => waits(folder, question))
  const decided = waiting.map((question, place): Question => ({ ...question, accepted: inTurn(decisions, place) }))
  return [...Map.groupBy([...asked, ...decided], ({ email }) => email).values()].flat()
}

/** Decisions of the provider: all, nothing, a part, less than the free cover limit, more than requested. */
const decisions: readonly Accepted[] = ['all', 'nothing', 275_000, 100_000, 1_000_000]

function waits(folder: Folder, question: Question): boolean {
  if (question.held) return false
  const answer = answerOf(folder, question)
  return !('refused' in answer) && answer.waits
}

function questionsOfEach(folder: Folder): Question[] {
  return folder.people.flatMap((person, place) => [
    ...folder.benefits.map(({ code }): Question => {
      const held = folder.held.get(`${person.email} ${code}`)
      const runs = held?.state === 'active'
      const { values, people } = runs ? held : choiceOf(code, { place, person })
      return { number: person.number, email: person.email, benefit: code, held: runs, choice: { values, people } }
    }),
    ...folder.pots
      .filter((pot) => allowanceOf(folder, pot, person) !== undefined)
      .map(({ code }): Question => ({
        number: person.number,
        email: person.email,
        benefit: code,
        held: true,
        choice: { values: {}, people: [] },
      })),
  ])
}

type Who = { place: number; person: Person }

/** Values rotate by row of people.csv, so that every level, step, tier and limit occurs, and values just outside. */
function choiceOf(benefit: Benefit['code'], { place, person }: Who): Choice {
  switch (benefit) {
    case 'pension':
      return alone({ contribution: place % 50 === 7 ? '5.5' : String(2 + (place % 40)), ...inTurn(yearlyRises, place) })
    case 'life-assurance':
      return alone({ multiple: inTurn(['4', '5', '6', '5', '4', '11', '3'], place) })
    case 'income-protection':
      return alone({ level: inTurn(['core', 'sixty', 'seventy-five'], place) })
    case 'critical-illness':
      return {
        values: { multiple: String(place % 41 === 40 ? 6 : 1 + (place % 5)), smoker: place % 3 === 0 ? 'yes' : 'no' },
        people: family(person, place % 6 === 5 ? ['partner', 'dependant'] : place % 2 === 0 ? ['partner'] : []),
      }
    case 'private-medical':
      return {
        values: { excess: inTurn(['excess-0', 'excess-100', 'excess-250'], place) },
        people: family(person, inTurn(tiers, Math.floor(place / 3))),
      }
    case 'dental':
      return {
        values: { level: inTurn(['level-1', 'level-2', 'level-3', 'level-4'], place) },
        people: family(person, inTurn(tiers, Math.floor(place / 4))),
      }
    case 'health-cash-plan':
      return alone({ level: inTurn(['level-1', 'level-2', 'level-3'], place) })
    case 'holiday-trading':
      return alone(inTurn(holidays, place))
    case 'cycle-to-work':
      return alone({ value: place % 60 === 31 ? '125' : String(50 + 50 * (place % 61)) })
    case 'childcare-vouchers':
      return alone({ amount: inTurn(vouchers, place) })
    case 'gym':
      return alone({ membership: inTurn(['single', 'partner'], place) })
    case 'payroll-giving':
      return alone({ amount: inTurn(['1', '1000', '0', '1001', '10.5', String(1 + ((place * 7) % 1000))], place) })
    case 'season-ticket-loan':
      return alone({ value: inTurn(['100', '10000', '99', '10001', String(101 + ((place * 41) % 9000))], place) })
    case 'travel-insurance':
      return alone({ cover: place % 47 === 23 ? '10500' : String(1000 + 500 * (place % 19)) })
    case 'electric-car':
      return alone({
        value: place % 47 === 23 ? '20000.5' : String(20_000 + 1000 * ((place + 10 * Math.floor(place / 41)) % 41)),
      })
    default:
      throw new Error(`Nobody knows yet what to choose of ${benefit}`)
  }
}

const tiers: readonly ('partner' | 'dependant')[][] = [[], ['partner'], ['dependant'], ['partner', 'dependant']]

const yearlyRises: readonly Record<string, string>[] = [{ 'yearly-rise': 'yes' }, { 'yearly-rise': 'no' }, {}]

/** Amounts at and just above the limit of each tax band, in the rows of people in that band. */
const vouchers = ['10', '10', '9', '124', '125', '111', '243', '244', '10', '100', '110', '50.5', '10']

const holidays: readonly Record<string, string>[] = [
  { trade: 'buy', 'buy-days': '1' },
  // The person in this row works part-time and has too few days for the longest sale.
  { trade: 'sell', 'sell-days': '3' },
  ...['2', '3', '4', '5', '6', '2.5'].map((days) => ({ trade: 'buy', 'buy-days': days })),
  ...['1', '2', '4'].map((days) => ({ trade: 'sell', 'sell-days': days })),
]

function alone(values: Record<string, string>): Choice {
  return { values, people: [] }
}

function family({ family: all }: Person, relations: readonly string[]): string[] {
  return all.filter(({ relation }) => relations.includes(relation)).map(({ name }) => name)
}

function inTurn<Value>(values: readonly Value[], place: number): Value {
  const value = values[place % values.length]
  if (value === undefined) throw new Error('There is nothing to choose from')
  return value
}
