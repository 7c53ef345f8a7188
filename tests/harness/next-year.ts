import type { FolderChanges } from './changed-folder.ts'

/** Turns the example folder into that of its next scheme year, with an annual window in March. */
const asNextYear = {
  'scheme-current.yaml': (text) =>
    text
      .replaceAll('startOfTaxYear', 'startOfTaxYear+1y')
      .replaceAll('endOfTaxYear', 'endOfTaxYear+1y')
      .replace('opens: today-10d', 'opens: 2027-03-01')
      .replace('closes: today+20d', 'closes: 2027-03-31'),
  'opening-selections.csv': (text) => text.slice(0, text.indexOf('\n') + 1),
  'statements.csv': (text) => text.slice(0, text.indexOf('\n') + 1),
} satisfies FolderChanges

export function nextYear(changes: FolderChanges = {}): FolderChanges {
  const both: FolderChanges = { ...asNextYear, ...changes }
  for (const [file, change] of Object.entries<(text: string) => string>(asNextYear)) {
    const further = changes[file]
    if (further) both[file] = (text) => further(change(text))
  }
  return both
}
