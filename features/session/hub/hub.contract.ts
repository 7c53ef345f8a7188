import { z } from 'zod'
import { endpoint } from '../../../contract/endpoint.ts'

/** A07: where the provider's hub is, for whoever has logged in on the way to it; an origin that is registered for the client. */
export const findHub = endpoint('GET', '/login/hub-redirect', {
  base: 'api',
  access: 'user',
  reply: z.object({ url: z.string().nullable(), error: z.string().nullable() }),
  beforeTerms: true,
})
