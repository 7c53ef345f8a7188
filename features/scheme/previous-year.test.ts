import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import {
  type FolderChanges,
  withChangedFolder,
  withoutGym as gymWithdrawn,
} from '../../tests/harness/changed-folder.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { applyScheme } from './apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { planScheme } from '../scheme-plan/plan.server.ts'

const demo = inject('demoOfFew')
const world = await startWorld({ people: 'of one client' })

function faultsOf(changes: FolderChanges, added: Record<string, string> = {}): Promise<string[]> {
  return faultsOfFolder(nextYear(changes), added)
}
function faultsOfFolder(changes: FolderChanges, added: Record<string, string>): Promise<string[]> {
  return withChangedFolder(demo, changes, async (folder) => {
    for (const [file, text] of Object.entries(added)) {
      await mkdir(join(folder, file, '..'), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    const answer = await planScheme(world.database.db, { folder, secrets, people: false })
    return 'faults' in answer ? answer.faults.map(showFault) : []
  })
}

const withoutGym: FolderChanges = {
  'benefits/gym.yaml': null,
  'rates/gym.csv': null,
  'scheme-current.yaml': (text) => text.replace(/^.*rates\/gym.*\n/m, ''),
}
const gym = () => readFile(join(demo, 'benefits/gym.yaml'), 'utf8')
const withoutLevel4: FolderChanges = {
  'benefits/dental.yaml': (text) => text.replace(/^.*code: level-4.*\n/m, ''),
  'rates/dental.csv': (text) => text.replace(/^level-4.*\n/gm, ''),
}

describe('folder of the next scheme year', () => {
  it('is valid if every benefit continues', async () => {
    expect(await faultsOf({})).toEqual([])
  })

  it('must say what happens to each benefit of the previous year', async () => {
    const absent =
      'withdrawn/gym.yaml:1 The scheme year 2026 has the benefit "gym": offer it again, or put it here with ends, its last day'
    expect(await faultsOf(withoutGym)).toEqual([absent])
    const applied = await withChangedFolder(demo, nextYear(withoutGym), (folder) =>
      applyScheme(world.database.db, { folder, secrets }),
    )
    expect(applied).toMatchObject({ faults: [{ file: 'withdrawn/gym.yaml' }] })
    expect(await faultsOf(withoutGym, { 'withdrawn/gym.yaml': await gym() })).toEqual([
      'withdrawn/gym.yaml:1 "ends" is missing: the last day of the benefit "gym" of the scheme year 2026',
    ])
    expect(await faultsOf(withoutGym, { 'withdrawn/gym.yaml': `${await gym()}ends: endOfTaxYear\n` })).toEqual([])
  })

  it('must say what happens to each level of a continuing benefit', async () => {
    expect(await faultsOf(withoutLevel4)).toEqual([
      "benefits/dental.yaml:29 The option 'level' no longer has 'level-4': say in renewsAs what it becomes (scheme year 2026)",
    ])
    const mapped = 'renewal: map\nrenewsAs: { level: { level-4: level-3 } }\n'
    const change = withoutLevel4['benefits/dental.yaml']
    expect(
      await faultsOf({ ...withoutLevel4, 'benefits/dental.yaml': (text) => `${change?.(text)}${mapped}` }),
    ).toEqual([])
    expect(
      await faultsOf({ ...withoutLevel4, 'benefits/dental.yaml': (text) => `${change?.(text)}renewal: end\n` }),
    ).toEqual([])
  })

  it('may have an `ends` date only for benefits in `withdrawn/`', async () => {
    expect(await faultsOf({ 'benefits/gym.yaml': (text) => `${text}ends: 2027-04-05\n` })).toEqual([
      expect.stringMatching(/^benefits\/gym.yaml:\d+ Only a benefit in withdrawn\/ has ends: its last day$/),
    ])
  })

  it('cannot end cover in the past or in a later year', async () => {
    const between = 'The last day has to lie between 5 April 2027 and 5 April 2028, the end of this scheme year'
    for (const ends of ['2026-04-05', '2027-04-04', '2028-04-06'])
      expect(await faultsOf(withoutGym, { 'withdrawn/gym.yaml': `${await gym()}ends: ${ends}\n` })).toEqual([
        expect.stringMatching(new RegExp(`^withdrawn/gym.yaml:\\d+ ${between}$`)),
      ])
  })

  it('must keep each tier of the people covered', async () => {
    const withoutFamily: FolderChanges = {
      'benefits/dental.yaml': (text) =>
        text.replace('tiers: [single, couple, single-parent, family]', 'tiers: [single, couple]'),
    }
    expect(await faultsOf(withoutFamily)).toEqual(
      ['single-parent', 'family'].map((tier) =>
        expect.stringMatching(
          new RegExp(
            `^benefits/dental.yaml:\\d+ The option 'covered' no longer has '${tier}': people with this cover cannot continue`,
          ),
        ),
      ),
    )
  })

  it("must start on the day after the previous year's end", async () => {
    for (const from of ['2027-03-01', '2027-05-01'])
      expect(await faultsOf({ 'scheme-current.yaml': (text) => text.replace(/^from: .*$/m, `from: ${from}`) })).toEqual(
        ['scheme-current.yaml:2 The scheme year before ends on 5 April 2027, so this one has to begin on 6 April 2027'],
      )
  })

  it("does not withdraw a benefit from a day in the past when the current year's folder is applied again", async () => {
    const again = async (ends: string) =>
      faultsOfFolder(gymWithdrawn, { 'withdrawn/gym.yaml': `${await gym()}ends: ${ends}\n` })
    expect(await again('2026-10-31')).toEqual([
      expect.stringMatching(/^withdrawn\/gym.yaml:\d+ 31 October 2026 is over: write today or a later last day$/),
    ])
    expect(await again('2026-11-30')).toEqual([])
  })

  it('has windows for its own scheme year, or annual windows for the year after it', async () => {
    const annualFor = (year: number): FolderChanges => ({
      'scheme-current.yaml': (text) => text.replace('cause: annual\n', `cause: annual\n    for: ${year}\n`),
    })
    expect(await faultsOf(annualFor(2027))).toEqual([])
    expect(await faultsOf(annualFor(2028))).toEqual([])
    expect(await faultsOf(annualFor(2026))).toEqual([
      'scheme-current.yaml:8 A window is for the scheme year of its folder or the next: 2027 or 2028',
    ])
    const closesIn2028: FolderChanges = {
      'scheme-current.yaml': (text) =>
        text
          .replace('cause: annual\n', `cause: annual\n    for: 2028\n`)
          .replace('closes: 2027-03-31', 'closes: 2028-04-30'),
    }
    expect(await faultsOf(closesIn2028)).toEqual([
      expect.stringMatching(/A window for the next scheme year that closes in it belongs in the folder of that year$/),
    ])
    const opensIn2028: FolderChanges = {
      'scheme-current.yaml': (text) =>
        text.replace('opens: 2027-03-01', 'opens: 2028-04-06').replace('closes: 2027-03-31', 'closes: 2028-04-30'),
    }
    expect(await faultsOf(opensIn2028)).toEqual(['scheme-current.yaml:8 The window opens when its scheme year is over'])
    const joinersFor: FolderChanges = {
      'scheme-current.yaml': (text) => text.replace('cause: joiner\n', `cause: joiner\n    for: 2028\n`),
    }
    expect(await faultsOf(joinersFor)).toEqual([
      expect.stringMatching(
        /^scheme-current.yaml:\d+ Only a window of the cause annual can be for the next scheme year$/,
      ),
    ])
  })
})
