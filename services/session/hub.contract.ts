import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

/** A07. Returns the address of the benefits provider's hub, for people who log in to reach it. Its origin is registered. */
export const findHub = endpoint('GET', '/login/hub-redirect', {
  base: 'api',
  access: 'user',
  reply: z.object({ url: z.string().nullable(), error: z.string().nullable() }),
  beforeTerms: true,
})
