import { z } from 'zod'

/** The common part of calls of employers about their own client. Built pages have no schemas, so only spread it: `params.extend` fails there. */
export const ofOwnClient = { base: 'api', access: 'employer', params: z.object({ id: z.uuid() }) } as const
