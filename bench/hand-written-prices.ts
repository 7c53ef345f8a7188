/** A person as a portal for a single scheme would store it: dates as text, money in pence. */
export type HandWrittenPerson = {
  employmentStatus: string
  dateOfBirth: string
  probationEndsOn: string | null
  salary: bigint
}
export type HandWrittenScheme = {
  today: string
  yearFrom: string
  incomeProtection: readonly Band[]
  criticalIllness: readonly Band[]
}
/** Rates in ten-thousandths of a pound for £1,000 of cover. */
export type Band = readonly [from: number, to: number, rate: bigint]

/** Yearly price for employee and employer in pence, and their instalments by pay day. */
export type HandWrittenPrice = {
  employee: bigint
  employer: bigint
  employeeShares: bigint[]
  employerShares: bigint[]
}
export type HandWrittenAnswer = { open: boolean; price?: HandWrittenPrice }

const closed: HandWrittenAnswer = { open: false }

/** Hand-written rules for the fifteen benefits of the example scheme, correct only for the benchmark's days. */
export function handWrittenPrices(person: HandWrittenPerson, scheme: HandWrittenScheme): HandWrittenAnswer[] {
  const { salary, probationEndsOn, employmentStatus } = person
  if (employmentStatus === 'left' || employmentStatus === 'inactive') return []
  const age = ageOn(person.dateOfBirth, scheme.today)
  const ageAtStart = ageOn(person.dateOfBirth, scheme.yearFrom)
  const settled = probationEndsOn === null || probationEndsOn < scheme.today
  const between = (from: number, to: number) => from <= age && age <= to
  const pension = divided(salary * 5n, 100n)
  const core = least(4n * salary, 250_000_00n)
  const insured = least(salary, 200_000_00n)
  const income = least(divided(salary, 2n), 65_000_00n)
  return [
    between(16, 74) ? priced(pension, pension) : closed,
    between(16, 69) ? priced(0n, divided(core * 9_500n, 10_000_000n)) : closed,
    between(16, 67) ? bandPriced('employer', income, scheme.incomeProtection, ageAtStart) : closed,
    between(16, 69) ? bandPriced('employee', insured, scheme.criticalIllness, ageAtStart) : closed,
    settled ? priced(0n, 61_56n * 12n) : closed,
    priced(8_50n * 12n, 0n),
    priced(0n, 5_20n * 12n),
    settled ? priced(divided(salary, 260n), 0n) : closed,
    settled && age >= 18 ? priced(1_000_00n, 0n) : closed,
    closed,
    age >= 16 ? priced(27_50n * 12n, 0n) : closed,
    priced(10_00n * 12n, 0n),
    between(18, 74) ? travel(ageAtStart) : closed,
    priced(1_200_00n, 0n),
    settled && age >= 21 ? priced(30n * 15_85n * 12n, 0n) : closed,
  ]
}

/** Returns the price of £5,000 of cover. `rate` is in pence per £1,000. */
function travel(age: number): HandWrittenAnswer {
  const rate = age < 18 ? undefined : age < 40 ? 12_60n : age < 60 ? 15_45n : age < 75 ? 22_75n : undefined
  return rate === undefined ? { open: true } : priced(5n * rate, 0n)
}

function bandPriced(
  side: 'employee' | 'employer',
  cover: bigint,
  bands: readonly Band[],
  age: number,
): HandWrittenAnswer {
  const rate = bands.find(([from, to]) => from <= age && age <= to)?.[2]
  if (rate === undefined) return { open: true }
  const premium = divided(cover * rate, 10_000_000n)
  return side === 'employee' ? priced(premium, 0n) : priced(0n, premium)
}

function priced(employee: bigint, employer: bigint): HandWrittenAnswer {
  return {
    open: true,
    price: { employee, employer, employeeShares: twelfths(employee), employerShares: twelfths(employer) },
  }
}

function divided(top: bigint, bottom: bigint): bigint {
  return (2n * top + bottom) / (2n * bottom)
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function twelfths(amount: bigint): bigint[] {
  if (amount === 0n) return []
  const [share, larger] = [amount / 12n, Number(amount % 12n)]
  return Array.from({ length: 12 }, (_, at) => (at < larger ? share + 1n : share))
}

function ageOn(born: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(born.slice(0, 4))
  return on.slice(5) < born.slice(5) ? years - 1 : years
}
