import { z } from 'zod'

/** The client's voucher application as `client.yaml` gives it and its row keeps it. */
export const voucherApplication = z.strictObject({
  /** The page that the portal frames, without a fragment: that is the token's place. */
  url: z
    .url({ protocol: /^https$/, error: 'Please give an address that begins with https://' })
    .regex(/^[^#]*$/, 'Please leave out the # and what follows it'),
  /** Name of the environment variable that holds the shared secret; by its beginning never one that the process has for another use. */
  secretFrom: z
    .string()
    .regex(/^VOUCHERS_[A-Z0-9_]+$/, 'Please give the name of an environment variable that begins with VOUCHERS_'),
})
export type VoucherApplication = z.output<typeof voucherApplication>
