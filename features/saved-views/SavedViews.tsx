import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { notify } from '../../ui/use-notices.ts'
import { useMasquerade } from '../session/use-session.ts'
import type { SavedView, ViewScreen } from './saved-views.contract.ts'
import { savedViewMessages as say } from './saved-views.messages.ts'
import { useSavedViews } from './use-saved-views.ts'
import { queryOf, valuesIn, type ViewFilters, type ViewValues } from './view-query.rules.ts'

const SavedViewsDialog = loadOnDemand(() => import('./SavedViewsDialog.tsx').then((m) => m.SavedViewsDialog))
const NameViewDialog = loadOnDemand(() => import('./NameViewDialog.tsx').then((m) => m.NameViewDialog))

type SavedViewsProps = {
  screen: ViewScreen
  values: ViewValues
  filters: ViewFilters
  onOpen: (values: ViewValues) => void
}

/** The person's saved views, and "Save this view" once the list differs from its default. Hidden during a masquerade. */
export function SavedViews({ screen, values, filters, onOpen }: SavedViewsProps) {
  const isOwn = useMasquerade() === null
  const [dialog, setDialog] = useState<'list' | 'save' | null>(null)
  const query = queryOf(values)
  const views = useSavedViews(screen, { enabled: dialog === 'list' })
  const close = () => setDialog(null)
  const open = (view: SavedView) => {
    const { values: found, isWhole } = valuesIn(view.query, filters)
    close()
    onOpen(found)
    if (!isWhole) notify(say.partlyGone(view.name), 'error')
  }
  if (!isOwn) return null
  return (
    <>
      <Button kind="secondary" icon="filter" aria-haspopup="dialog" onClick={() => setDialog('list')}>
        {say.title}
      </Button>
      {query !== '' && !views.data?.some((view) => view.query === query) && (
        <Button kind="secondary" aria-haspopup="dialog" onClick={() => setDialog('save')}>
          {say.save}
        </Button>
      )}
      {dialog === 'list' && <SavedViewsDialog views={views} current={query} onOpen={open} onClose={close} />}
      {dialog === 'save' && <NameViewDialog screen={screen} view={{ name: '', query }} onClose={close} />}
    </>
  )
}
