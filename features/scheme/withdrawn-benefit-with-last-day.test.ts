import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { withChangedFolder, withoutGym } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { applyScheme } from './apply-scheme.server.ts'

const demo = inject('demoOfFew')

it('a benefit that is withdrawn with a last day within the year ends on that day, and a mail is sent', async () => {
  const world = await startWorld({ people: 'of one client' })
  const { 'opening-selections.csv': _openings, 'statements.csv': _statements, ...gone } = withoutGym
  await world.database.moveTo('2027-03-10T09:00:00Z')
  const gym = await readFile(join(demo, 'benefits/gym.yaml'), 'utf8')
  await withChangedFolder(demo, nextYear(gone), async (folder) => {
    await mkdir(join(folder, 'withdrawn'))
    await writeFile(join(folder, 'withdrawn/gym.yaml'), `${gym}ends: 2027-06-30\n`)
    expect(await applyScheme(world.database.db, { folder, secrets })).toHaveProperty('applied')
  })
  const running = () =>
    world.database.rows<{ email: string }>(
      `select email from selection
       join account using (client_id, person_id)
       join benefit_code on benefit_code.client_id = selection.client_id and benefit_code.id = benefit_id
       where code = 'gym' and version_in_force is not null and email like 'amelia%'`,
    )
  const on = async (day: string) => {
    await world.database.moveTo(`${day}T09:00:00Z`)
    await runDaily(world)
    return (await running()).length
  }
  expect([await on('2027-04-06'), await on('2027-06-30'), await on('2027-07-01')]).toEqual([1, 1, 0])
  const mails = (await mailsOf(world, 'amelia.hart@demo.example')).map(({ data }) => JSON.stringify(data))
  expect(
    mails.filter((text) => text.includes('Gym membership') && text.includes('ended on 30 June 2027')),
  ).toHaveLength(1)
})
