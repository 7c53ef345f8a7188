import { useEffect, useRef, useState } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import { NameViewDialog } from './NameViewDialog.tsx'
import type { SavedView } from './saved-views.contract.ts'
import { savedViewMessages as say } from './saved-views.messages.ts'
import styles from './SavedViews.module.css'
import { useDeleteView, type useSavedViews } from './use-saved-views.ts'

type SavedViewsDialogProps = {
  views: ReturnType<typeof useSavedViews>
  current: string
  onOpen: (view: SavedView) => void
  onClose: () => void
}

export function SavedViewsDialog({ views, current, onOpen, onClose }: SavedViewsDialogProps) {
  const [asked, setAsked] = useState<{ to: 'rename' | 'delete'; view: SavedView } | null>(null)
  const done = () => setAsked(null)
  const content = useRef<HTMLDivElement>(null)
  // A deleted row takes the focus with it.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    content.current?.closest('dialog')?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  })
  return (
    <Dialog title={say.title} closeLabel={buttonMessages.close} onClose={onClose}>
      <div ref={content}>
        {views.data && views.data.length > 0 ? (
          <ul role="list" className={styles.views}>
            {views.data.map((view) => (
              <li key={view.viewId}>
                <span className={styles.name}>
                  <LinkButton aria-label={say.open(view.name)} onClick={() => onOpen(view)}>
                    {view.name}
                  </LinkButton>
                  {view.query === current && <Badge tone="neutral">{say.current}</Badge>}
                </span>
                {(['rename', 'delete'] as const).map((to) => (
                  <Button
                    key={to}
                    kind="quiet"
                    aria-label={(to === 'rename' ? say.renameOf : say.deleteOf)(view.name)}
                    onClick={() => setAsked({ to, view })}
                  >
                    {say[to]}
                  </Button>
                ))}
              </li>
            ))}
          </ul>
        ) : views.data ? (
          <EmptyState icon="filter" title={say.none}>
            {say.noneYet}
          </EmptyState>
        ) : views.isError ? (
          <ErrorState error={views.error} title={say.failed} onRetry={() => void views.refetch()} />
        ) : (
          <Loading label={say.loading}>
            <Skeleton />
          </Loading>
        )}
      </div>
      {asked?.to === 'rename' && <NameViewDialog screen={asked.view.screen} view={asked.view} onClose={done} />}
      {asked?.to === 'delete' && <DeleteViewDialog view={asked.view} onClose={done} />}
    </Dialog>
  )
}

function DeleteViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const remove = useDeleteView()
  return (
    <ConfirmDialog
      title={say.askDelete(view.name)}
      confirm={{
        label: say.delete,
        busyLabel: say.deleting,
        kind: 'danger',
        act: async () => {
          await remove.mutateAsync(view.viewId)
          notify(say.deleted(view.name))
        },
        failure: failureText,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      {say.deleteText}
    </ConfirmDialog>
  )
}
