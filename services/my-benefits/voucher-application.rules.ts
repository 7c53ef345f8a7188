import { z } from 'zod'

export const voucherApplication = z.strictObject({
  /** Page to frame, without a fragment, because the fragment carries the token. */
  url: z
    .url({ protocol: /^https$/, error: 'Please give an address that begins with https://' })
    .regex(/^[^#]*$/, 'Please leave out the # and what follows it'),
  /** Environment variable with the shared secret. The prefix excludes variables with another use. */
  secretFrom: z
    .string()
    .regex(/^VOUCHERS_[A-Z0-9_]+$/, 'Please give the name of an environment variable that begins with VOUCHERS_'),
})
export type VoucherApplication = z.output<typeof voucherApplication>
