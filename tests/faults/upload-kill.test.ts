import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { amelia, daniel, newcomer } from '../harness/uploaded-people.ts'
import { employerUploads, peopleFile } from '../harness/uploads.ts'
import { startWorld } from '../harness/world.ts'

const kills = process.env['LONG_TESTS'] ? 200 : 2

it(
  `leaves the old or the new state over ${kills} kills of whoever works on an upload, and ends it after each [R-07] [S-56] [S-79]`,
  { timeout: 120_000 + kills * 20_000 },
  async () => {
    const world = await startWorld()
    const uploads = await employerUploads(world)
    const rows = <Row extends object>(query: string) => world.database.rows<Row>(query)
    await rows(`update client set switches = switches || '{"eligibilityImpact": true}' where code = 'demo'`)

    /** Marks earlier work as abandoned, then works until nothing is left, or until the process kills itself at that statement. */
    const work = async (dieAt?: { statement: number; onceSent: boolean }): Promise<number | 'killed'> => {
      await uploads.begunLongAgo()
      const child = fork(join(import.meta.dirname, 'upload-worker.ts'), {
        env: {
          ...process.env,
          LOGIN: JSON.stringify(world.database.app),
          ...(dieAt && { DIE_AT: String(dieAt.statement), ...(dieAt.onceSent && { ONCE_SENT: 'yes' }) }),
        },
      })
      let told: number | undefined
      child.on('message', (sent) => (told = Number(sent)))
      const [, signal] = await once(child, 'exit')
      expect([told === undefined, signal]).toEqual([dieAt !== undefined, dieAt ? 'SIGKILL' : null])
      return told ?? 'killed'
    }
    const upload = async (salary: number) => (await uploads.upload(fileWith(salary))).json<{ id: string }>()
    const statusOf = async (id: string) => (await uploads.view(id)).status
    /** The stored data of everyone in the file, with its consequences, as one text. A mix of two states would show. */
    const state = async () =>
      JSON.stringify(
        await rows(`
          select account.email, account.state, details.first_name,
            (select jsonb_object_agg(fact || effective_from || sequence, value) from employment_fact where person_id = account.person_id) as facts,
            (select jsonb_agg(version.price -> 'employeeYearly' order by version.selection_id, version.version)
               from selection_version as version where version.subject_id = account.person_id) as prices
          from account join person_details as details using (client_id, person_id)
          where account.email in (${people.map(({ email }) => `'${email}'`).join(', ')})
          order by 1`),
      )

    // Counts the statements of each step without a kill.
    let salary = 40_000
    const steps: { status: 'confirmed' | 'undone'; statements: number }[] = []
    const first = await upload((salary += 1_000))
    const checking = await work()
    for (const status of ['confirmed', 'undone'] as const) {
      await uploads.change(first.id, status)
      steps.push({ status, statements: Number(await work()) })
    }
    expect(await statusOf(first.id)).toBe('undone')

    for (let kill = 0; kill < kills; kill += 1) {
      const onceSent = kill % 2 === 1
      const { id } = await upload((salary += 1_000))
      // Every other time the check is killed too.
      const cutOff = onceSent ? await work({ statement: spread(kill, Number(checking)), onceSent }) : 'killed'
      expect(cutOff).toBe('killed')
      expect(await work()).toBeGreaterThan(0)
      expect(await statusOf(id)).toBe('ready')
      for (const { status, statements } of steps) {
        const before = await state()
        await uploads.change(id, status)
        expect(await work({ statement: spread(kill, statements), onceSent })).toBe('killed')
        const [left] = await rows<{ status: string }>(`select status from upload where id = '${id}'`)
        const after = await state()
        expect([left?.status, after === before]).toEqual(
          left?.status === status ? [status, false] : [status === 'confirmed' ? 'committing' : 'undoing', true],
        )
        await work()
        expect(await statusOf(id)).toBe(status)
        expect(await state()).not.toBe(before)
      }
    }
    const audited = await rows<{ count: number }>(
      `select count(*)::int as count from audit_event where action in ('data-load.confirmed', 'data-load.undone')`,
    )
    expect(audited).toEqual([{ count: 2 * (kills + 1) }])
  },
)

/** A different statement for each kill, covering all of them in a scattered order. */
function spread(kill: number, statements: number): number {
  return 1 + ((kill * 7919 + 3) % statements)
}

const people = [daniel, amelia, newcomer]
const fileWith = (salary: number) => peopleFile(people.map((person) => ({ ...person, basic_salary: `${salary}.00` })))
