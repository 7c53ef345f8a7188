import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

/** A07. Returns the address of the provider's hub, whose origin is registered, for people who log in to reach it. */
export const findHub = endpoint('GET', '/login/hub-redirect', {
  base: 'api',
  access: 'user',
  reply: z.object({ url: z.string().nullable(), error: z.string().nullable() }),
  beforeTerms: true,
})
