import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { linkTokenIn } from '../../contract/link-paths.ts'
import { notFound } from '../../contract/not-found.ts'

/** A01, DATA-11. Returns a link's person. Changes nothing, because mail scanners open links too (S-10). */
export const openActivation = endpoint('POST', 'activation/{id}', {
  base: 'v1',
  access: 'public',
  params: z.object({ id: z.string().min(1).max(200).transform(linkTokenIn) }),
  reply: z.object({
    error: z.null(),
    status: z.literal('ok'),
    first_name: z.string(),
    surname: z.string(),
    email: z.string(),
  }),
  refuses: [notFound],
})
