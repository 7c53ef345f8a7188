import { z } from 'zod'
import { isoDate } from '../../../contract/dates.ts'
import { endpoint } from '../../../contract/endpoint.ts'
import { benefitId, selectionId } from '../../../contract/ids.ts'
import { pounds } from '../../../contract/money.ts'
import { notFound } from '../../../contract/not-found.ts'
import { takeHomeView } from '../../take-home/take-home.contract.ts'
import { confirming, priceView, selectionState, selectionView } from '../benefits.contract.ts'

const monthAndYear = z.object({ perMonth: pounds, perYear: pounds })
const bothPay = z.object({ employee: monthAndYear, employer: monthAndYear })
export type BothPay = z.output<typeof bothPay>

/** One change that was begun and is not confirmed. */
const basketItem = z.object({
  benefitId,
  selectionId,
  name: z.string(),
  /** Send it back with the confirmation: a stale one is refused with 409. */
  version: z.number().int(),
  planDetails: selectionView.shape.planDetails,
  peopleCovered: selectionView.shape.peopleCovered,
  /** As it would be confirmed now, beside the others of this basket; null while it has none. */
  price: priceView.nullable(),
  /** What is paid for the same benefit today, or from a later day (`from`), and would be paid no more. */
  insteadOf: bothPay.extend({ from: isoDate.exactOptional() }).nullable(),
  /** What it costs once all of the basket is approved, where a pot then pays for others first. */
  onceApproved: bothPay.nullable(),
  effectiveFrom: isoDate,
  /** 'This change reaches your pay in December 2026' */
  reachesPay: z.string().nullable(),
  /** What confirming makes of it: active, or waiting for whom; null while it cannot be confirmed. */
  becomes: selectionState.nullable(),
  /** Why it cannot be confirmed: the code and the sentence with which confirming it would be refused. */
  problem: z
    .object({ code: z.string(), message: z.string(), errors: z.record(z.string(), z.array(z.string())) })
    .nullable(),
})
export type BasketItem = z.output<typeof basketItem>

export const basket = z.object({
  items: z.array(basketItem),
  /** All that can be confirmed, as if everything that needs approval had it; null where nothing can. */
  together: z
    .object({
      pays: bothPay,
      insteadOf: bothPay,
      /** What is taken more (above 0) or less (below 0) than today; null where take-home pay cannot be told. */
      levies: z.object({ incomeTax: monthAndYear, nationalInsurance: monthAndYear }).nullable(),
      /** Compared with pay as it is today. */
      takeHome: takeHomeView,
    })
    .nullable(),
})
export type Basket = z.output<typeof basket>

/** A88: every change that was begun and not confirmed, priced together; saves nothing. */
export const readBasket = endpoint('GET', 'user/basket', { base: 'v1', access: 'user', reply: basket })

/** A88: confirms the changes named, all of them or none. What is not named stays as it was begun. */
export const confirmBasket = endpoint('POST', 'user/basket/confirm', {
  base: 'v1',
  access: 'user',
  inView: 'operator',
  body: z.strictObject({
    changes: z
      .array(
        z.strictObject({
          benefitId,
          version: z.number().int(),
          /** The employee's cost per pay period that the person saw; a price that moved since is refused with 409. */
          expectedPerPeriod: pounds,
        }),
      )
      .min(1)
      .max(50)
      .refine(
        (changes) => new Set(changes.map((one) => one.benefitId)).size === changes.length,
        'Please name each benefit once',
      ),
  }),
  reply: z.object({ confirmed: z.array(z.object({ name: z.string(), selection: selectionView })) }),
  /** A refusal says whose it is: `changed` lists the benefits it is about, and the sentence names them. */
  refuses: [notFound, ...confirming],
  audit: 'basket.confirmed',
})
