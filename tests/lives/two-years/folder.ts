import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { type Cells, employer, employerRow, password, peopleFile } from '../scheme.ts'

const example = join(import.meta.dirname, '../../../examples/demo')

/** Tom's benefits before the client joined the portal: 5% pension, dental level 1 and core life cover. */
const held = `email,benefit,state,from,values,people
tom.reed@lives.example,pension,active,2026-04-01,contribution=5,
tom.reed@lives.example,dental,active,2026-04-01,level=level-1,
tom.reed@lives.example,life-assurance,active,2026-04-01,multiple=4,
`

/** The year begins on 1 April. In 2027/28 dental level 1 costs £9.10 a month instead of £8.50. */
export async function writeYear(work: string, { year, person }: { year: 2026 | 2027; person: Cells }): Promise<string> {
  const folder = join(work, String(year))
  await cp(example, folder, { recursive: true })
  await rm(join(folder, 'statements.csv'))
  await change(join(folder, 'scheme-current.yaml'), (text) =>
    text
      .replace('from: startOfTaxYear', `from: ${year}-04-01`)
      .replace('to: endOfTaxYear', `to: ${year + 1}-03-31`)
      .replaceAll('effectiveFrom: startOfTaxYear', `effectiveFrom: ${year}-04-01`)
      .replace('firstPayDay: startOfTaxYear+18d', `firstPayDay: ${year}-04-24`)
      .replace('opens: today-10d', `opens: ${year}-04-01`)
      .replace('closes: today+20d', `closes: ${year}-04-30`)
      // Ids are random, so the expected files cannot contain them.
      .replace(/^.*field: selection-id.*\n/gm, ''),
  )
  if (year === 2027)
    await change(join(folder, 'rates/dental.csv'), (text) => text.replace('level-1,single,8.50', 'level-1,single,9.10'))
  await writeFile(join(folder, 'people.csv'), peopleFile([employerRow(['four-weekly']), person]))
  const accounts = { password, othersRegistered: 100, named: { [employer]: { userType: 'employer' } } }
  await writeFile(join(folder, 'people-accounts.yaml'), stringify(accounts))
  await writeFile(join(folder, 'opening-selections.csv'), year === 2026 ? held : held.slice(0, held.indexOf('\n') + 1))
  return folder
}

async function change(path: string, by: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const changed = by(text)
  if (changed === text) throw new Error(`${path} was not changed`)
  await writeFile(path, changed)
}
