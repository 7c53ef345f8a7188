/** True in the long run (`npm run test:long`), which repeats what is slow or random more often. */
export const isLong = Boolean(process.env['LONG_TESTS'])
