import type { Accepted } from '../golden-lines.ts'
import { age, type Day } from './days.ts'
import {
  fraction,
  type Fraction,
  isBelow,
  minus,
  divide,
  splitPence,
  plus,
  pounds,
  times,
  toPence,
} from './fractions.ts'
import { coveredBy, tierOf } from './limits.ts'
import type { Benefit, Choice, Counted, Folder, Method, Person } from './scheme-folder.ts'
import { sentences } from './sentences.ts'

type Side = 'employee' | 'employer'
/** A price for one payer and one tax method, in pence. `shares` is the number of pay days over which it is spread. */
export type Part = {
  side: Side
  method: string
  payCode: string
  whole: bigint
  over: 'the year' | 'what is left of the scheme year' | number
  shares: number
}
export type Price = {
  parts: Part[]
  yearly: Record<Side, bigint>
  /** The sum insured on the employee's life in pence: as chosen, and as in force without medical evidence. */
  cover: { chosen: bigint; runs: bigint } | undefined
  /** True if the cover of a life is above the free cover limit and the provider has not decided yet. */
  waits: boolean
}

type Asked = {
  folder: Folder
  benefit: Benefit
  person: Person
  choice: Choice
  on: Day
  payDaysAYear: number
  /** Number of pay periods that begin in the scheme year. Defaults to the pay days of a year's salary. */
  payDays?: number
  /** The flex allowance left for the benefit, in pence a year. */
  potLeft?: bigint | undefined
  /** The sum in pounds that the provider accepts for each life. Undefined until the decision. */
  accepted?: Accepted | undefined
  reads: (cell: string) => void
}
/** Pounds a year, before the split between employee and employer. */
type Amount = {
  yearly: bigint
  order?: { whole: bigint; instalments: number }
  sold?: boolean
  restOfYear?: boolean
  ofEachPay?: boolean
}

class NoPrice extends Error {}

/** Returns the price of a choice for employee and employer, or the reason for a refusal. */
export function priceOf(asked: Asked): Price | { refused: string } {
  try {
    return priced(asked)
  } catch (failure) {
    if (failure instanceof NoPrice) return { refused: failure.message }
    throw failure
  }
}

function priced(asked: Asked): Price {
  const { benefit } = asked
  const lives = { employee: noLife(), partner: noLife() }
  let left = asked.potLeft ?? 0n
  const found = benefit.price.flatMap(({ paidBy, price }) => {
    const amount = sharedWithPot(asked, amountOf(asked, price, lives))
    if (!amount) return []
    const { yearly } = amount
    const employer =
      paidBy === 'employee' ? 0n : paidBy === 'employer' ? yearly : least(yearly, employersOffer(asked, price, paidBy))
    const own = yearly - employer
    const byPot = amount.order || amount.restOfYear || amount.sold ? 0n : least(own, left)
    left -= byPot
    return [
      ...partsFor(asked, 'employee', own - byPot, amount),
      ...partsFor(asked, 'employer', employer, amount),
      ...partsFor(asked, 'employer', byPot, amount),
    ]
  })
  const { chosen, runs } = lives.employee
  return {
    parts: [
      ...Map.groupBy(found, ({ side, payCode, method, shares }) => `${side} ${method} ${payCode} ${shares}`).values(),
    ].flatMap(([first, ...others]) =>
      first ? [{ ...first, whole: others.reduce((sum, { whole }) => sum + whole, first.whole) }] : [],
    ),
    yearly: { employee: yearlyOf('employee'), employer: yearlyOf('employer') },
    cover: chosen > 0n ? { chosen, runs } : undefined,
    waits: asked.accepted === undefined && Object.values(lives).some((life) => life.runs < life.chosen),
  }

  function yearlyOf(side: Side): bigint {
    return found.filter((part) => part.side === side).reduce((sum, { yearly }) => sum + yearly, 0n)
  }
}

function partsFor(
  { benefit, payDaysAYear, payDays = payDaysAYear }: Asked,
  side: Side,
  yearly: bigint,
  { order, sold, restOfYear, ofEachPay }: Amount,
): (Part & { yearly: bigint })[] {
  const treatment = sold ? benefit.pay.sold : benefit.pay[side]
  if (yearly === 0n || !treatment) return []
  const sign = sold ? -1n : 1n
  return [
    {
      side,
      method: treatment.taxMethod,
      payCode: treatment.payCode,
      whole: sign * (order?.whole ?? yearly),
      yearly: sign * yearly,
      over: order?.instalments ?? (restOfYear ? 'what is left of the scheme year' : 'the year'),
      // A percentage applies on each pay day. A yearly price is spread over the pay days in the year.
      shares: ofEachPay ? payDaysAYear : payDays,
    },
  ]
}

/** Returns the largest employer contribution: the price for the employee alone, or the price at the named level. */
function employersOffer(
  asked: Asked,
  price: Method,
  paidBy: Exclude<Benefit['price'][number]['paidBy'], string>,
): bigint {
  const { tier, values = {} } = paidBy.employerUpTo
  const choice = {
    values: { ...asked.choice.values, ...values },
    people: tier === 'single' ? [] : asked.choice.people,
  }
  const offered = amountOf({ ...asked, choice }, price, { employee: noLife(), partner: noLife() })
  return sharedWithPot(asked, offered)?.yearly ?? 0n
}

/** A flex allowance pays on every pay day of the year, so it also pays for a percentage on an extra pay day. */
function sharedWithPot(
  { potLeft = 0n, payDaysAYear, payDays = payDaysAYear }: Asked,
  amount: Amount | undefined,
): Amount | undefined {
  if (!amount?.ofEachPay || potLeft === 0n || payDays === payDaysAYear) return amount
  const [first = 0n] = splitPence(amount.yearly, payDaysAYear)
  return { yearly: amount.yearly + first }
}

/** Totals for one insured life in pence. Exact sums are kept, because only totals are rounded. */
type Life = { chosen: bigint; runs: bigint; counted: Map<string, Fraction>; charged: Map<string, bigint> }
const noLife = (): Life => ({ chosen: 0n, runs: 0n, counted: new Map(), charged: new Map() })

function amountOf(asked: Asked, price: Method, lives: Record<'employee' | 'partner', Life>): Amount | undefined {
  const { folder, benefit, person, choice, payDaysAYear } = asked
  const value = (option: string) => fraction(choice.values[option] ?? '')
  switch (price.method) {
    case 'quoted': {
      const { rates, every, limits = [] } = price.tariff
      const years = age(person.born, asked.on)
      const worth = value(price.option)
      const broken = limits.find(({ ageFrom, most }) => years >= ageFrom && isBelow(fraction(most), worth))
      if (broken) throw new NoPrice(broken.says)
      const bands = folder.rates.get(rates) ?? []
      const band = bands.find(
        ({ age_from: from = '0', age_to: to = '999' }) => Number(from) <= years && years <= Number(to),
      )
      if (!band) throw new NoPrice(sentences.noCoverAtAge(years))
      const keys = band['age_from'] === undefined ? {} : { age_from: band['age_from'] }
      const each = rate(rates, { keys, column: 'rate' })
      return { yearly: toPence(divide(times(worth, each), fraction(1000))) * (every === 'month' ? 12n : 1n) }
    }
    case 'flat': {
      const { option, rates = '', by = [] } = price.amount
      const each = option === undefined ? rate(rates, { keys: keysOf(by), column: 'amount' }) : value(option)
      return { yearly: aYear(price, each) }
    }
    case 'tier': {
      const tier = tierOf(coveredBy(person, choice))
      const keys = { ...keysOf(price.by ?? []), tier }
      return { yearly: aYear(price, rate(price.rates, { keys, column: 'amount' })) }
    }
    case 'unit-rate':
      return { yearly: premium(price, { keys: {}, column: 'rate', life: lives.employee }) }
    case 'age-banded': {
      const born =
        price.life === 'partner'
          ? coveredBy(person, choice).find(({ relation }) => relation === 'partner')?.born
          : person.born
      if (born === undefined) return undefined
      // In this scheme, prices use the age on the first day of the scheme year.
      const years = age(born, folder.year.from)
      const band = (folder.rates.get(price.rates) ?? []).find(
        ({ age_from: from = '', age_to: to = '' }) => Number(from) <= years && years <= Number(to),
      )
      if (!band) throw new NoPrice(sentences.noCoverAtAge(years))
      const smokes = price.smoker && choice.values[price.smoker.option] === 'yes'
      const keys = { age_from: band['age_from'] ?? '' }
      const life = lives[price.life ?? 'employee']
      return { yearly: premium(price, { keys, column: smokes ? 'smoker_rate' : 'rate', life }) }
    }
    case 'percentage': {
      const percent = price.match ? matched(price.match) : counted(price.percent ?? 0)
      return { yearly: toPence(divide(times(person.salaries.pensionable, percent), fraction(100))), ofEachPay: true }
    }
    case 'days': {
      const sold = choice.values[price.trade] === 'sell'
      const days = value(sold ? price.sellDays : price.buyDays)
      const worth = divide(times(person.salaries.basic, days), fraction(price.workingDays))
      return { yearly: toPence(worth), restOfYear: true, sold }
    }
    case 'order': {
      const bought = toPence(value(price.option))
      if (price.spread === 'each-month') return { yearly: 12n * bought }
      // Instalments are given in months. They are converted to pay days, rounded half up.
      const [top, bottom] = divide(times(fraction(price.spread.instalments), fraction(payDaysAYear)), fraction(12))
      const nearest = Number((2n * top + bottom) / (2n * bottom))
      const instalments = nearest < 1 ? 1 : nearest
      const first = splitPence(bought, instalments).slice(0, payDaysAYear)
      return { yearly: first.reduce((sum, part) => sum + part, 0n), order: { whole: bought, instalments } }
    }
  }

  function rate(code: string, { keys, column }: { keys: Record<string, string>; column: string }): Fraction {
    const rows = folder.rates.get(code) ?? []
    const row = rows.find((one) => Object.entries(keys).every(([name, key]) => one[name] === key))
    if (!row) throw new Error(`The table ${code} has no row for ${JSON.stringify(keys)}`)
    asked.reads(cellName(code, row, column))
    return fraction(row[column] ?? '')
  }

  function keysOf(by: readonly string[]): Record<string, string> {
    return Object.fromEntries(by.map((option) => [option, choice.values[option] ?? '']))
  }

  function counted(what: Counted): Fraction {
    if (typeof what === 'number') return fraction(what)
    const option = benefit.options.find(({ code }) => code === what.option)
    const level = option?.levels?.find(({ code }) => code === choice.values[what.option])
    const chosen = level?.value === undefined ? value(what.option) : fraction(level.value)
    const beyond = minus(chosen, fraction(what.above ?? 0))
    return isBelow(beyond, fraction(0)) ? fraction(0) : beyond
  }

  function matched({ option, steps }: NonNullable<Method['match']>): Fraction {
    const reached = steps.filter(({ from }) => !isBelow(value(option), fraction(from)))
    return fraction(Math.max(0, ...reached.map(({ employer }) => employer)))
  }

  /** Returns the sum on which a premium is charged: at most the benefit's maximum and the accepted sum. */
  function insured(life: Life): bigint {
    const { of, max } = price.cover
    const part = counted(of === 'salary-multiple' ? price.cover.times : price.cover.percent)
    const earlier = life.counted.get(of) ?? fraction(0)
    const whole = plus(earlier, part)
    life.counted.set(of, whole)
    const wanted = ofSalary(whole) - ofSalary(earlier)
    const chosen = least(wanted, max === undefined ? undefined : toPence(fraction(max)))
    const free = benefit.medical?.freeCoverLimit
    const limit = free === undefined ? undefined : mostOf(toPence(fraction(free)))
    const runs = least(chosen, limit === undefined ? undefined : limit - life.runs)
    life.chosen += chosen
    life.runs += runs
    return runs

    function ofSalary(share: Fraction): bigint {
      const amount = times(person.salaries.benefit, share)
      return toPence(of === 'salary-multiple' ? amount : divide(amount, fraction(100)))
    }
  }

  /** Returns the premium of all cover at this rate, less that charged so far, so that only the total is rounded. */
  function premium(
    method: Method,
    { life, ...cell }: { keys: Record<string, string>; column: string; life: Life },
  ): bigint {
    const each = rate(method.rates, cell)
    const cover = insured(life)
    const name = JSON.stringify([method.rates, cell, method.every])
    const earlier = life.charged.get(name) ?? 0n
    life.charged.set(name, earlier + cover)
    const whole = (pence: bigint) => aYear(method, pounds(toPence(divide(times(pounds(pence), each), fraction(1000)))))
    return whole(earlier + cover) - whole(earlier)
  }

  /** Returns the larger of the accepted sum and the free cover limit. Undefined means no limit. */
  function mostOf(free: bigint): bigint | undefined {
    const { accepted = 'nothing' } = asked
    if (accepted === 'all') return undefined
    const upTo = accepted === 'nothing' ? 0n : toPence(fraction(accepted))
    return upTo > free ? upTo : free
  }
}

function aYear({ every }: Method, amount: Fraction): bigint {
  return toPence(amount) * (every === 'month' ? 12n : 1n)
}

/** Columns of rate tables that select a row. All other columns contain prices. */
const keyColumns = ['age_from', 'age_to', 'level', 'tier', 'excess', 'membership']

function cellName(code: string, row: Record<string, string>, column: string): string {
  return [code, ...keyColumns.flatMap((name) => row[name] ?? []), column].join(' ')
}

export function allCells({ rates }: Folder): string[] {
  return [...rates].flatMap(([code, rows]) =>
    rows.flatMap((row) =>
      Object.keys(row)
        .filter((column) => !keyColumns.includes(column))
        .map((column) => cellName(code, row, column)),
    ),
  )
}

function least(a: bigint, b: bigint | undefined): bigint {
  return b === undefined || a < b ? a : b
}
