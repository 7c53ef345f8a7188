import { isAmountFact } from '../../services/people/people-csv.rules.ts'
import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { paragraph, textTable } from '../../platform/text-table.ts'
import { costText } from './show-costs.server.ts'
import type { Plan } from './plan-format.ts'
import { planMessages as say } from './plan.messages.ts'

const fieldsShown = 8

const pricesShown = 5

export function showPlan(plan: Plan): string {
  const { client, today, on } = plan
  if (!plan.changes && !hasEffect(plan)) return say.nothingChanges(client.name)
  const title = [
    say.title(client.name, client.code, showDate(today)),
    ...(client.isNew ? [say.newClient] : []),
    ...(on === today ? [] : [say.told(showDate(on))]),
    say.untouched,
  ]
  return [
    title.map((line) => paragraph(line, 0)).join('\n'),
    schemeText(plan),
    peopleText(plan.people),
    benefitsText(plan.benefits),
    ...renewalText(plan.renewal),
    ...costText(plan),
    attentionText(plan.attention),
  ].join('\n\n')
}

export function hasEffect({ benefits, selections, attention, renewal }: Plan): boolean {
  return benefits.length + selections.continued + attention.length + (renewal?.benefits.length ?? 0) > 0
}

function schemeText({ scheme }: Plan): string {
  if (scheme.length === 0) return `${say.scheme}\n${paragraph(say.noScheme)}`
  const rows = scheme.flatMap(({ part, code, name, change, fields }) => {
    const shown = fields.slice(0, fieldsShown).map(({ field, before, after }) => {
      const moved = say.moved(before ?? say.nothing, after ?? say.nothing)
      return field === '' ? moved : say.fieldMoved(field, moved)
    })
    const rest = fields.length > fieldsShown ? [say.more(fields.length - fieldsShown)] : []
    const told = change === 'changed' && fields.length > 0 ? [] : [say.change[change]]
    const [first = '', ...others] = [...told, ...shown, ...rest]
    const named = say.thing(name, part === 'rates' ? code.replace(`${name} `, '') : code)
    return [[say.parts[part], named, first], ...others.map((line) => ['', '', line])]
  })
  return `${say.scheme}\n${textTable(rows, [{}, { most: 36 }, {}])}`
}

function peopleText(people: Plan['people']): string {
  const lines = [say.people, paragraph(say.peopleCounts(people))]
  if (people.list) {
    const rows = people.list.map(({ change, facts, ...person }) => [
      personText(person),
      facts.length === 0 ? say.personChange[change] : facts.map(factText).join('; '),
    ])
    if (rows.length > 0) lines.push(textTable(rows, [{ most: 44 }, {}]))
  } else if (people.facts.length > 0)
    lines.push(
      textTable(
        people.facts.map(({ fact, count }) => [say.fact(fact), String(count)]),
        [{}, { right: true }],
      ),
    )
  return lines.join('\n')
}

function factText({ fact, from, before, after }: NonNullable<Plan['people']['list']>[number]['facts'][number]): string {
  const shown = (value: string | null) => {
    if (value === null) return say.nothing
    if (isAmountFact(fact)) return showPounds(Number(value))
    return /^\d{4}-\d\d-\d\d$/.test(value) ? showDate(value) : value
  }
  return say.factMoved(say.fact(fact), say.moved(shown(before), shown(after)), showDate(from))
}

function benefitsText(benefits: Plan['benefits']): string {
  if (benefits.length === 0) return `${say.benefits}\n${paragraph(say.noBenefits)}`
  const counts = benefits.map(({ name, gains, loses, opens, closes }) => [
    name,
    ...[gains.count, loses.count, opens, closes].map(String),
  ])
  const right = { right: true } as const
  const reasons = benefits.flatMap(({ name, gains, loses }) => [
    ...reasonRows(gains, (reason) => say.gain(name, reason)),
    ...reasonRows(loses, (reason) => say.lose(name, reason)),
  ])
  return [
    say.benefits,
    textTable([say.benefitsColumns, ...counts], [{ most: 40 }, right, right, right, right]),
    ...(reasons.length > 0 ? ['', textTable(reasons, [right, {}])] : []),
  ].join('\n')
}

type CountedPeople = Plan['benefits'][number]['gains']

function reasonRows({ reasons, people }: CountedPeople, sentence: (reason: string) => string): string[][] {
  return reasons.flatMap(({ reason, count }) => [
    [String(count), sentence(reason)],
    ...(people ?? []).filter((one) => one.reason === reason).map((person) => ['', personText(person)]),
  ])
}

function renewalText(renewal: Plan['renewal']): string[] {
  if (!renewal) return []
  const { from, benefits } = renewal
  const title = say.renewal(showDate(from))
  if (benefits.length === 0) return [`${title}\n${paragraph(say.noRenewal)}`]
  const counts = benefits.map(({ name, unchanged, repriced, chosen, asked, ends, notPriced }) => [
    name,
    ...[unchanged, repriced.count, chosen, asked.count, ends.count, notPriced.count].map(String),
  ])
  const right = { right: true } as const
  const prices = benefits.flatMap(({ name, repriced }) => {
    const most = { ...repriced, reasons: repriced.people ? repriced.reasons : repriced.reasons.slice(0, pricesShown) }
    return reasonRows(most, (reason) => `${name}: ${reason}`)
  })
  return [
    [
      title,
      textTable([say.renewalColumns, ...counts], [{ most: 34 }, right, right, right, right, right, right]),
      ...(prices.length > 0 ? ['', textTable(prices, [right, {}])] : []),
    ].join('\n'),
  ]
}

function attentionText(attention: Plan['attention']): string {
  if (attention.length === 0) return `${say.attention}\n${paragraph(say.noAttention)}`
  const rows = attention.flatMap(({ kind, name, ...counted }) => {
    const title = name === null ? say.kindsOfAttention[kind] : `${name}: ${say.kindsOfAttention[kind]}`
    return [
      [String(counted.count), title],
      ...reasonRows(counted, (reason) => reason).map(([count = '', text = '']) => [
        '',
        count === '' ? text : `${count} × ${text}`,
      ]),
    ]
  })
  return `${say.attention}\n${textTable(rows, [{ right: true }, {}])}`
}

function personText({ name, number, email }: { name: string; number: string | null; email: string }): string {
  return say.person(name, number, email)
}
