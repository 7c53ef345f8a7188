import { finding, type Finding } from './rule.ts'

type Run = { run: string; hash: string }

export function lockedRunStays({ before, now, today }: { before: Run; now: string; today: string }): Finding[] {
  return before.hash === now
    ? []
    : [finding({ benefit: before.run }, today, `a file with the hash ${before.hash.slice(0, 12)}`, now.slice(0, 12))]
}

/** Checks that repeating the daily jobs on the same day changes no data and sends no mail. */
export function jobsTwice({ before, after, today }: { before: Counted; after: Counted; today: string }): Finding[] {
  return Object.entries(before).flatMap(([table, digest]) =>
    after[table] === digest ? [] : [{ day: today, benefit: table, expected: digest, got: after[table] ?? 'nothing' }],
  )
}

/** Checks that people can log in every day, even while the next scheme year's folder is late. */
export function signInWorks({
  answer,
  today,
}: {
  answer: { status: number; body: unknown }
  today: string
}): Finding[] {
  if (answer.status === 200) return []
  const { message } = answer.body as { message?: string }
  return [
    { day: today, benefit: 'the login', expected: 'the employer signs in', got: `${answer.status} ${message ?? ''}` },
  ]
}

export type Counted = Record<string, string>
