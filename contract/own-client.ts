import { z } from 'zod'

/** Only spread it: browser builds have no schemas, so `params.extend` fails there. */
export const ownClientCall = { base: 'api', access: 'employer', params: z.object({ id: z.uuid() }) } as const
