import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import { type EmploymentFact, employmentFactsOf } from '../../features/employees/employment-facts.rules.ts'
import type { PersonRow } from '../../services/people/people-csv.rules.ts'
import { RandomDraws } from '../../platform/random-draws.rules.ts'
import { femaleNames, maleNames, places, posts, scottishPlaces, surnames } from './names.rules.ts'

type InventedMember = {
  id: string
  relationship: 'partner' | 'dependant'
  title: string | null
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  sex: 'female' | 'male'
}

export type GeneratedPerson = {
  personId: PersonId
  row: PersonRow
  facts: (EmploymentFact & { id: string })[]
  account: {
    userType: 'employee' | 'employer'
    state: 'invited' | 'active' | 'disabled'
    insights: boolean
    /** Secret of the authenticator app, in base 32. */
    twoFactorSeed: string | null
    firstLogin: boolean
  }
  family: InventedMember[]
  chance: RandomDraws
}

export type Population = {
  seed: number
  /** The client's code, which is part of email addresses and employee numbers. */
  client: string
  people: number
  today: IsoDate
  payrolls: readonly { code: string; frequency: string }[]
}

export function* generatePeople(population: Population): Generator<GeneratedPerson> {
  const namesakes = new Map<string, number>()
  for (let number = 1; number <= population.people; number += 1) {
    yield inventPerson(population, number, (name) => {
      const before = namesakes.get(name) ?? 0
      namesakes.set(name, before + 1)
      return before === 0 ? name : `${name}${before + 1}`
    })
  }
}

function inventPerson(population: Population, number: number, addressFor: (name: string) => string): GeneratedPerson {
  const { seed, client, today } = population
  const chance = new RandomDraws(seed, client, 'person', number)
  const personId = chance.id() as PersonId
  const employer = number <= employersAmong(population.people)
  const identity = inventIdentity(chance, today)
  const local = employer ? `employer${number}` : addressFor(plain(`${identity.firstName}.${identity.surname}`))
  const row: PersonRow = {
    line: number + 1,
    email: `${local}@${client}.example`,
    ...identity,
    nationalInsuranceNumber: `QQ${String(chance.whole(0, 999_999)).padStart(6, '0')}${chance.pick(['A', 'B', 'C', 'D'])}`,
    effectiveFrom: undefined,
    ...inventEmployment(chance, { population, number, employer, born: identity.dateOfBirth }),
  }
  const account = inventAccount(chance, { employer, left: row.facts.status === 'left' })
  const facts = [...employmentFactsOf(row, { known: false, today }), ...payRise(chance, row, today)]
  return {
    personId,
    row,
    facts: facts.map((fact) => ({ ...fact, id: chance.id() })),
    account,
    family: inventFamily(chance, identity, today),
    chance,
  }
}

function employersAmong(people: number): number {
  return Math.min(people, Math.max(3, Math.ceil(people / 2_000)))
}

type Identity = Pick<PersonRow, 'title' | 'firstName' | 'surname' | 'dateOfBirth'> & { sex: 'female' | 'male' }

function inventIdentity(chance: RandomDraws, today: IsoDate): Identity {
  const sex = chance.happens(0.48) ? 'female' : 'male'
  const title =
    sex === 'female' ? chance.pick(['Ms', 'Ms', 'Mrs', 'Miss', 'Dr']) : chance.pick(['Mr', 'Mr', 'Mr', 'Dr'])
  return {
    title: chance.happens(0.04) ? null : title,
    firstName: chance.pick(sex === 'female' ? femaleNames : maleNames),
    surname: chance.happens(0.06) ? `${chance.pick(surnames)}-${chance.pick(surnames)}` : chance.pick(surnames),
    dateOfBirth: bornBetween(chance, today, 18, 66),
    sex,
  }
}

function bornBetween(chance: RandomDraws, today: IsoDate, youngest: number, oldest: number): IsoDate {
  return addDays(today, -Math.round(365.25 * youngest) - chance.whole(1, Math.round(365.25 * (oldest - youngest))))
}

const postWeights = Object.fromEntries(posts.map(({ weight }, at) => [at, weight]))

function inventEmployment(
  chance: RandomDraws,
  {
    population: { client, today, payrolls },
    number,
    employer,
    born,
  }: { population: Population; number: number; employer: boolean; born: IsoDate },
): Pick<PersonRow, 'startDate' | 'facts'> {
  const post = posts[Number(chance.weighted(postWeights))] ?? posts[0]
  const place = chance.pick(places)
  const fte = chance.happens(0.14) ? chance.pick(['0.5', '0.6', '0.8']) : '1'
  const grown = addDays(born, Math.round(365.25 * 17))
  const joined = addDays(today, -chance.whole(1, chance.happens(0.07) ? 150 : 8_000))
  const startDate = joined < grown ? grown : joined
  const left = !employer && startDate < addDays(today, -200) && chance.happens(0.04)
  const probation = addDays(startDate, 182)
  const salary = Math.round((chance.whole(post.from, post.to) * Number(fte)) / 50) * 50
  const crew = payrolls.find(({ frequency }) => frequency !== 'monthly')
  const payroll = (post.crew && crew && chance.happens(0.6) ? crew : payrolls[0])?.code ?? null
  const code = `${client.slice(0, 3).toUpperCase()}${String(number).padStart(6, '0')}`
  const yearly = String(salary * 100)
  return {
    startDate,
    facts: {
      'employee-number': code,
      'payroll-id': code,
      payroll,
      status: left ? 'left' : !employer && chance.happens(0.02) ? 'inactive' : 'active',
      'start-date': startDate,
      'end-date': left ? addDays(today, -chance.whole(1, 180)) : null,
      'probation-end': probation >= today ? probation : null,
      'basic-salary': yearly,
      'benefit-salary': yearly,
      'pensionable-salary': yearly,
      'hours-per-week': String((post.crew ? 40 : 37.5) * Number(fte)),
      'full-time-equivalent': fte,
      'job-title': post.title,
      'cost-centre': post.costCentre,
      location: place,
      'tax-country': scottishPlaces.has(place) ? 'Scotland' : 'rUK',
      'ni-category': 'A',
      'student-loans': null,
      'apprentice-since': null,
      'leaving-reason': null,
      'bought-days-taken': null,
      'pension-opt-out-notice': null,
      'other-relevant-earnings': null,
      'voucher-member-since': null,
      'childcare-account-notice': null,
      'money-purchase-allowance-since': null,
    },
  }
}

function payRise(chance: RandomDraws, { startDate, facts }: PersonRow, today: IsoDate): EmploymentFact[] {
  const raised = `${addDays(today, -chance.whole(40, 700)).slice(0, 8)}01` as IsoDate
  const salary = facts['basic-salary']
  if (!chance.happens(0.2) || raised <= startDate || salary === null) return []
  const now = String((BigInt(salary) * 103n) / 100n)
  return (['basic-salary', 'benefit-salary', 'pensionable-salary'] as const).map((fact) => ({
    fact,
    value: now,
    effectiveFrom: raised,
  }))
}

function inventAccount(
  chance: RandomDraws,
  { employer, left }: { employer: boolean; left: boolean },
): GeneratedPerson['account'] {
  if (employer)
    return {
      userType: 'employer',
      state: 'active',
      insights: chance.happens(0.7),
      twoFactorSeed: null,
      firstLogin: false,
    }
  const state = chance.weighted({ active: left ? 80 : 66, invited: left ? 15 : 32, disabled: 2 })
  return {
    userType: 'employee',
    state,
    insights: false,
    twoFactorSeed: state === 'active' && chance.happens(0.15) ? inventSeed(chance) : null,
    firstLogin: state !== 'active' || chance.happens(0.03),
  }
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function inventSeed(chance: RandomDraws): string {
  return Array.from({ length: 32 }, () => base32[chance.whole(0, 31)]).join('')
}

function inventFamily(chance: RandomDraws, { surname, dateOfBirth }: Identity, today: IsoDate): InventedMember[] {
  const partner = chance.happens(0.5)
  const children = chance.happens(0.42) ? chance.whole(1, 3) : 0
  const grown = dateOfBirth <= addDays(today, -Math.round(365.25 * 24))
  const inventMember = (relationship: 'partner' | 'dependant'): InventedMember => {
    const sex = chance.happens(0.5) ? 'female' : 'male'
    const married = relationship === 'partner' && sex === 'female' ? 'Mrs' : 'Mr'
    return {
      id: chance.id(),
      relationship,
      title: relationship === 'partner' ? married : null,
      firstName: chance.pick(sex === 'female' ? femaleNames : maleNames),
      surname: relationship === 'dependant' || chance.happens(0.7) ? surname : chance.pick(surnames),
      dateOfBirth: relationship === 'partner' ? bornBetween(chance, today, 21, 66) : bornBetween(chance, today, 0, 20),
      sex,
    }
  }
  return [
    ...(partner ? [inventMember('partner')] : []),
    ...Array.from({ length: grown ? children : 0 }, () => inventMember('dependant')),
  ]
}

const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ı: 'i', đ: 'd', ß: 'ss', æ: 'ae' }

/** Formats a name for an email address: 'Siân Ní Dhónaill' becomes 'sian.nidhonaill'. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[łøıđßæ]/g, (letter) => letters[letter] ?? '')
    .replace(/[^a-z.-]/g, '')
}
