import { fraction, pounds as inPounds, times, toPence } from '../../golden/independent/fractions.ts'
import { type Finding, type SelectionWithHistory, pounds, type Rule } from './rule.ts'

/** The deduction is the contribution less 20%, to the penny. Deduction and relief equal the contribution. */
export const reliefAddsUp: Rule = ({ held, periods }) =>
  held.flatMap((one) =>
    [...Map.groupBy(one.relieved, ({ period }) => period)].flatMap(([period, lines]): Finding[] => {
      const day = periods.get(period)?.startsOn ?? period
      const found = (expected: bigint, got: bigint, what: string): Finding[] =>
        expected === got
          ? []
          : [{ day, benefit: one.benefit, expected: `${what} ${pounds(expected)}`, got: pounds(got) }]
      const paid = lines.reduce((sum, { fromPay, relief }) => sum + fromPay + relief, 0n)
      return [
        ...lines.flatMap(({ fromPay, relief }) => found(reliefOn(fromPay + relief), relief, 'tax relief')),
        ...found(dueIn(one, period), paid, 'pay and tax relief'),
      ]
    }),
  )

function reliefOn(whole: bigint): bigint {
  const relief = toPence(times(inPounds(whole < 0n ? -whole : whole), fraction('0.2')))
  return whole < 0n ? -relief : relief
}

function dueIn({ lines }: SelectionWithHistory, period: string): bigint {
  return lines
    .filter((line) => line.period === period && line.method === 'relief-at-source')
    .reduce((sum, { employee }) => sum + employee, 0n)
}
