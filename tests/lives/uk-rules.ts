import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import { RandomDraws } from '../../platform/random-draws.rules.ts'
import { day, iso, taxYearOf } from '../golden/independent/days.ts'
import { fraction } from '../golden/independent/fractions.ts'
import { estimatedOn, joinedWithin, relevantOf } from '../golden/independent/relevant-earnings.ts'
import { choose, dropPromises, portalPromisesOf, signIn, benefitsOf } from './employee.ts'
import { factsOf, type Life } from './life.ts'
import type { Enrolment } from './scheme.ts'
import type { EventContext } from './event-context.ts'

/** Voucher limits in pounds a month, by tax band (HMRC EIM16053). */
export const voucherCaps = { basic: 243, higher: 124, additional: 110 } as const

export const vouchers = 'childcare-vouchers'

/** The first day on which the lower limits apply (HMRC EIM16057). */
export const cappedSince = '2011-04-06'

/** Some people are in the closed voucher scheme; a joiner keeps membership after a transfer of undertakings (TUPE). */
export function addUkData(
  life: Life,
  { seed, start, optOutNotice }: { seed: number; start: IsoDate } & Pick<Enrolment, 'optOutNotice'>,
): void {
  const chance = new RandomDraws(seed, 'uk', life.place)
  life.uk = { optOutNotice }
  if (!chance.happens(0.5)) return
  const other = chance.happens(0.3) ? `${chance.whole(10, 90) * 100}.00` : ''
  const since = chance.pick(['', '2010-05-01', '2015-09-01', '2018-02-01'])
  life.cells = { ...life.cells, other_relevant_earnings: other, voucher_member_since: since }
  const first = life.joins ?? life.employments[0]?.first ?? start
  life.facts = factsOf(life.cells, { from: first, uploadedOn: start })
  const from = life.joins ?? isoDate.parse(iso(taxYearOf(day(start)).from))
  const salary = fraction(life.cells['basic_salary'] ?? '0')
  const counted = { other: BigInt(Math.round(Number(other || '0') * 100)), benefits: 0n, pension: 0n, giving: 0n }
  const joined = joinedWithin(day(first), estimatedOn(day(from)))
  const cap = since !== '' && since < cappedSince ? 243 : voucherCaps[relevantOf(salary, counted, joined).band]
  life.uk.vouchers = { email: life.email, from, amount: chance.whole(10, cap) }
}

export async function asksForVouchers(life: Life, { portal, today }: EventContext): Promise<string | undefined> {
  const token = await signIn(portal, life.email)
  if (token === undefined) return undefined
  const benefit = (await benefitsOf(portal, token)).find(({ code }) => code === vouchers)
  if (!benefit) return undefined
  const values = { amount: life.chance.pick([110, 124, 125, 243, life.chance.whole(10, 243)]) }
  const { status, body } = await choose(portal, { token, benefit, values })
  if (status !== 200 && status !== 201) return `asks for vouchers of £${values.amount}: ${status} ${body.message ?? ''}`
  dropPromises(life, vouchers)
  if (body.status.startsWith('pending')) life.decidedOn ??= addDays(today, life.chance.whole(0, 9))
  life.promises.push(...portalPromisesOf(body, { benefit: vouchers, today }))
  return `chooses vouchers of £${values.amount}: ${body.statusLabel}, from ${body.effectiveFrom}`
}
