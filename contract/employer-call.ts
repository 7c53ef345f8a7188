import { z } from 'zod'

/** Spread this into an endpoint. Do not use `params.extend`, because the browser's build removes schemas. */
export const employerCall = { base: 'api', access: 'employer', params: z.object({ id: z.uuid() }) } as const
