import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import { day, resolveDay } from '../../domain/definition/day.rules.ts'
import { leavingReasons } from '../../services/people/people-csv.rules.ts'
import { type FileFault, readYaml } from '../../platform/yaml-file.ts'

const percent = z.number().min(0).max(100)
const code = z.string()
const shares = z.record(code, z.record(z.string(), z.number().min(0)))

const choice = z.strictObject({
  on: day,
  who: z.email(),
  benefit: code,
  values: z.record(code, z.union([z.string(), z.number()]).transform(String)),
})

/** `examples/past/*.yaml`: history of an example client before its first load. Days are relative to that load. */
const pastFile = z.strictObject({
  begins: day,
  /** Percentage of the people not named in `people-accounts.yaml` who have activated their account. */
  registered: percent,
  /** Email addresses of the two employer users who approve choices. The second approves only the choices of the first. */
  decides: z.email(),
  alsoDecides: z.email().optional(),
  /** Pounds. Lower salaries of `people.csv` are raised, so that pay after pension contributions reaches the minimum wage. */
  lowestHourlyPay: z.number().default(0),
  joiners: z.array(z.strictObject({ who: z.email(), firstDay: day })).default([]),
  leavers: z
    .array(z.strictObject({ who: z.email(), lastDay: day, knownOn: day.optional(), reason: z.enum(leavingReasons) }))
    .default([]),
  families: z
    .array(
      z.strictObject({
        of: z.email(),
        relationship: z.enum(['partner', 'dependant']),
        title: z.string().nullable().default(null),
        firstName: z.string(),
        surname: z.string(),
        dateOfBirth: z.iso.date(),
        sex: z.enum(['female', 'male']),
      }),
    )
    .default([]),
  lifeEvents: z
    .array(
      z.strictObject({
        of: z.email(),
        kind: z.enum(['birth', 'marriage']),
        on: day,
        firstName: z.string(),
        sex: z.enum(['female', 'male']),
        /** Only for a spouse. A child is born on the day of the event. */
        dateOfBirth: z.iso.date().optional(),
      }),
    )
    .default([]),
  logins: z.strictObject({
    /** Mean number of logins on each day of the week, Monday first. */
    weekdays: z.array(z.number().min(0)).length(7),
    enrolment: z.number().min(1),
  }),
  benefits: z.record(code, z.strictObject({ takeUp: percent, values: shares, changes: percent.default(0) })),
  requests: z.array(choice).default([]),
  drafts: z.array(choice).default([]),
})

type PastFile = z.output<typeof pastFile>

export type ExamplePast = Omit<PastFile, 'begins' | 'joiners' | 'leavers' | 'lifeEvents' | 'requests' | 'drafts'> & {
  today: IsoDate
  begins: IsoDate
  joiners: ReadonlyMap<string, IsoDate>
  leavers: ReadonlyMap<string, { lastDay: IsoDate; knownOn: IsoDate; reason: string }>
  lifeEvents: readonly (Omit<PastFile['lifeEvents'][number], 'on'> & { on: IsoDate })[]
  requests: readonly ChoiceOnDay[]
  drafts: readonly ChoiceOnDay[]
}

type ChoiceOnDay = Omit<z.output<typeof choice>, 'on'> & { on: IsoDate }

const noticeDays = 28

/** Throws if the file is faulty, because it is part of the program. */
export function readPast(path: string, today: IsoDate): ExamplePast {
  const faults: FileFault[] = []
  const read = readYaml(path, readFileSync(path, 'utf8'), pastFile, faults)
  if (!read) throw new Error(faults.map(({ file, line, reason }) => `${file}:${line}: ${reason}`).join('\n'))
  const onDay = (one: z.output<typeof choice>): ChoiceOnDay => ({ ...one, on: resolveDay(one.on, today) })
  const { begins, joiners, leavers, lifeEvents, requests, drafts, ...others } = read.value
  return {
    ...others,
    today,
    begins: resolveDay(begins, today),
    joiners: new Map(joiners.map(({ who, firstDay }) => [who, resolveDay(firstDay, today)])),
    leavers: new Map(
      leavers.map(({ who, lastDay, knownOn, reason }) => {
        const last = resolveDay(lastDay, today)
        return [
          who,
          { lastDay: last, knownOn: knownOn ? resolveDay(knownOn, today) : addDays(last, -noticeDays), reason },
        ]
      }),
    ),
    lifeEvents: lifeEvents.map((event) => ({ ...event, on: resolveDay(event.on, today) })),
    requests: requests.map(onDay),
    drafts: drafts.map(onDay),
  }
}
