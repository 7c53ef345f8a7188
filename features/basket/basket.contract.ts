import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { takeHomeView } from '../../domain/selections/take-home.contract.ts'
import { confirming, priceView, selectionState, selectionView } from '../../domain/selections/benefits.contract.ts'

const monthAndYear = z.object({ perMonth: pounds, perYear: pounds })
const bothPay = z.object({ employee: monthAndYear, employer: monthAndYear })
export type BothPay = z.output<typeof bothPay>

/** One change that has not been confirmed yet. */
const basketItem = z.object({
  benefitId,
  selectionId,
  name: z.string(),
  /** Version of the selection. Send it with the confirmation; an outdated one is refused with 409. */
  version: z.number().int(),
  planDetails: selectionView.shape.planDetails,
  peopleCovered: selectionView.shape.peopleCovered,
  /** Price if the whole basket were confirmed now; null if no price can be calculated. */
  price: priceView.nullable(),
  /** Cost of the same benefit that this change replaces: today's, or that of a later day (`from`); null if there is none. */
  insteadOf: bothPay.extend({ from: isoDate.exactOptional() }).nullable(),
  /** Cost after the whole basket is approved, if a flex pot then pays for other benefits first; null if it is the same. */
  onceApproved: bothPay.nullable(),
  effectiveFrom: isoDate,
  /** Sentence such as 'This change reaches your pay in December 2026'. */
  reachesPay: z.string().nullable(),
  /** State after the confirmation: active, or awaiting a decision; null if it cannot be confirmed. */
  becomes: selectionState.nullable(),
  /** Code and sentence of the refusal that a confirmation would get; null if it can be confirmed. */
  problem: z
    .object({ code: z.string(), message: z.string(), errors: z.record(z.string(), z.array(z.string())) })
    .nullable(),
})
export type BasketItem = z.output<typeof basketItem>

export const basket = z.object({
  items: z.array(basketItem),
  /** Totals of the changes that can be confirmed, as if all were approved; null if none can be confirmed. */
  together: z
    .object({
      pays: bothPay,
      insteadOf: bothPay,
      /** Difference to today's tax and National Insurance, above 0 for more; null if take-home pay cannot be calculated. */
      levies: z.object({ incomeTax: monthAndYear, nationalInsurance: monthAndYear }).nullable(),
      /** Take-home pay with all these changes, compared with today. */
      takeHome: takeHomeView,
    })
    .nullable(),
})
export type Basket = z.output<typeof basket>

/** A88. Returns all unconfirmed changes, priced together. Saves nothing. */
export const readBasket = endpoint('GET', 'user/basket', { base: 'v1', access: 'user', reply: basket })

/** A88. Confirms the listed changes, all or none. Other unconfirmed changes remain as they are. */
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
          /** Employee's cost per pay period that the person saw. If the price has changed, the call is refused with 409. */
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
  /** In a refusal, `changed` lists the benefits concerned, and the sentence names them. */
  refuses: [notFound, ...confirming],
  audit: 'basket.confirmed',
})
