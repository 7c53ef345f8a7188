import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { takeHomeView } from '../../domain/selections/take-home.contract.ts'
import {
  confirmationRefusals,
  priceView,
  selectionState,
  selectionView,
} from '../../domain/selections/benefits.contract.ts'

const monthAndYear = z.object({ perMonth: pounds, perYear: pounds })
const costByPayer = z.object({ employee: monthAndYear, employer: monthAndYear })
export type CostByPayer = z.output<typeof costByPayer>

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
  /** Cost of the replaced cover. `from` is the first day of that cover if it is in the future. */
  insteadOf: costByPayer.extend({ from: isoDate.exactOptional() }).nullable(),
  /** Cost once the whole basket is approved, if the flex allowance then pays for other benefits first. */
  onceApproved: costByPayer.nullable(),
  effectiveFrom: isoDate,
  reachesPay: z.string().nullable(),
  /** State after the confirmation; null if the change cannot be confirmed. */
  becomes: selectionState.nullable(),
  /** Reason why the employer could not approve both this change and another pending choice. */
  warning: z.string().exactOptional(),
  /** The refusal that a confirmation of this change would get; null if it can be confirmed. */
  problem: z
    .object({ code: z.string(), message: z.string(), errors: z.record(z.string(), z.array(z.string())) })
    .nullable(),
})
export type BasketItem = z.output<typeof basketItem>

const basket = z.object({
  items: z.array(basketItem),
  together: z
    .object({
      /** Day on which all changes have taken effect. Pay on this day is compared with and without them. */
      on: isoDate,
      pays: costByPayer,
      insteadOf: costByPayer,
      /** Change in tax and National Insurance, positive if more is due; null if take-home pay can't be calculated. */
      levies: z.object({ incomeTax: monthAndYear, nationalInsurance: monthAndYear }).nullable(),
      takeHome: takeHomeView,
    })
    .nullable(),
})
export type Basket = z.output<typeof basket>

/** A88. Returns all unconfirmed changes, priced together. Saves nothing. */
export const readBasket = endpoint('GET', 'user/basket', { base: 'v1', access: 'user', reply: basket })

/** A88. Confirms the listed changes, all or none. Other unconfirmed changes stay unconfirmed. */
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
          /** Price that the person saw. If it has changed, the call is refused with 409. */
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
  /** In a refusal, `changed` lists the benefits concerned, and the message names them. */
  refuses: [notFound, ...confirmationRefusals],
  audit: 'basket.confirmed',
})
