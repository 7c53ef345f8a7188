import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { linkTokenIn } from '../../contract/link-paths.ts'
import { notFound } from '../../contract/not-found.ts'

/** A01, DATA-11. Returns the person of an activation link. Invalid links get one refusal. Changes nothing (S-10). */
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
