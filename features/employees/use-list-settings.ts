import { useState } from 'react'
import { z } from 'zod'
import { storeItem } from '../../ui/store-item.ts'

const KEY = 'employee-list'

export const optionalColumns = ['employeeNumber', 'registered', 'lastLogin'] as const
type OptionalColumn = (typeof optionalColumns)[number]

const listView = z.object({
  hidden: z.array(z.enum(optionalColumns)),
  compact: z.boolean(),
})
type ListView = z.output<typeof listView>

export function useListSettings() {
  const [view, setView] = useState(storedView)
  const change = (next: ListView) => {
    setView(next)
    storeItem(localStorage, KEY, JSON.stringify(next))
  }
  return {
    ...view,
    show: (column: OptionalColumn, on: boolean) =>
      change({ ...view, hidden: [...view.hidden.filter((each) => each !== column), ...(on ? [] : [column])] }),
    /** Hides columns until the page is left: a saved view does not replace the stored choice. */
    setHidden: (hidden: OptionalColumn[]) => setView({ ...view, hidden }),
    setCompact: (compact: boolean) => change({ ...view, compact }),
  }
}

/** Returns the columns in a text such as 'registered,lastLogin'. */
export function columnsIn(text: string): OptionalColumn[] {
  return optionalColumns.filter((column) => text.split(',').includes(column))
}

function storedView(): ListView {
  try {
    const stored = listView.safeParse(JSON.parse(localStorage.getItem(KEY) ?? ''))
    if (stored.success) return stored.data
  } catch {
    // The user may have changed the stored text.
  }
  return { hidden: [], compact: false }
}
