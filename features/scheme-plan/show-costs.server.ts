import { showShortDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { paragraph, textTable } from '../../platform/text-table.ts'
import type { Plan } from './plan-format.ts'
import { planMessages as say } from './plan.messages.ts'

const periodsShown = 3

export function costText(plan: Plan): string[] {
  return [selectionsText(plan.selections), payText(plan.pay), providersText(plan.providers)]
}

const right = { right: true } as const
type Sum = Plan['selections']['repriced']

function selectionsText({ continued, byBenefit, biggest, ...all }: Plan['selections']): string {
  if (continued === 0) return `${say.selections}\n${paragraph(say.noSelections)}`
  const rows = [{ name: say.all, ...all }, ...byBenefit].flatMap(({ name, repriced, begun, ended }) =>
    Object.entries({ repriced, begun, ended }).flatMap(([kind, sum]) =>
      // The keys are the names of kinds.
      sumRows(name, say.kinds[kind as keyof typeof say.kinds], sum),
    ),
  )
  const largest = biggest.map(({ name, person, before, after }) => [
    ...(person ? [say.person(person.name, person.number, '')] : []),
    name,
    changeText(before.employee.year, after.employee.year),
    changeText(before.employer.year, after.employer.year),
  ])
  return [
    say.selections,
    paragraph(say.continued(continued)),
    ...(rows.length > 0 ? [textTable([say.costColumns, ...rows], [{ most: 24 }, {}, right, {}, right, right])] : []),
    ...(largest.length > 0
      ? [
          paragraph(say.biggest),
          biggest.some(({ person }) => person)
            ? textTable([[say.who, ...say.biggestColumns], ...largest], [{ most: 30 }, { most: 24 }, right, right])
            : textTable([say.biggestColumns, ...largest], [{ most: 40 }, right, right]),
        ]
      : []),
  ].join('\n')
}

function sumRows(name: string, kind: string, { count, before, after }: Sum): string[][] {
  if (count === 0) return []
  const row = (when: 'month' | 'year') => [
    changeText(before.employee[when], after.employee[when]),
    changeText(before.employer[when], after.employer[when]),
  ]
  return [
    [name, kind, String(count), say.aMonth, ...row('month')],
    ['', '', '', say.aYear, ...row('year')],
  ]
}

function payText(pay: Plan['pay']): string {
  if (pay.length === 0) return `${say.pay}\n${paragraph(say.noPay)}`
  if (pay.every(isSame)) return `${say.pay}\n${paragraph(say.samePay)}`
  const rows = [...Map.groupBy(pay, ({ payroll }) => payroll)].flatMap(([payroll, periods]) => {
    const [shown, later] = [periods.slice(0, periodsShown), periods.slice(periodsShown)]
    return [
      ...shown.map(({ period, payDay, before, after }, index) => [
        index === 0 ? payroll : '',
        period,
        showShortDate(payDay),
        changeText(before.employee, after.employee),
        changeText(before.employer, after.employer),
      ]),
      ...(later.length > 0 ? [laterRow(later)] : []),
    ]
  })
  return `${say.pay}\n${textTable([say.payColumns, ...rows], [{ most: 18 }, {}, {}, right, right])}`
}

function laterRow(periods: Plan['pay']): string[] {
  const sum = (when: 'before' | 'after', side: 'employee' | 'employer') =>
    // Adds whole pence, to avoid rounding errors.
    periods.reduce((total, one) => total + Math.round(one[when][side] * 100), 0) / 100
  return [
    '',
    say.later(periods.length),
    '',
    changeText(sum('before', 'employee'), sum('after', 'employee')),
    changeText(sum('before', 'employer'), sum('after', 'employer')),
  ]
}

function isSame({ before, after }: Plan['pay'][number]): boolean {
  return before.employee === after.employee && before.employer === after.employer
}

function providersText(providers: Plan['providers']): string {
  const changed = providers.filter(
    ({ before, after }) => before.employee.year !== after.employee.year || before.employer.year !== after.employer.year,
  )
  if (changed.length === 0) return `${say.providers}\n${paragraph(say.sameProviders)}`
  const rows = changed.map(({ provider, before, after }) => [
    provider,
    changeText(before.employee.year, after.employee.year),
    changeText(before.employer.year, after.employer.year),
  ])
  return `${say.providers}\n${textTable([say.providerColumns, ...rows], [{ most: 36 }, right, right])}`
}

function changeText(before: number, after: number): string {
  return before === after ? showPounds(after) : say.moved(showPounds(before), showPounds(after))
}
