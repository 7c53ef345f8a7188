import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './Icon.tsx'
import { dismissNotice, startNoticeTimers, useNotices, wasNoticeShown } from './use-notices.ts'
import { useOpenModals } from './use-open-modals.ts'
import styles from './Notices.module.css'

/** Always in the page, so that screen readers announce new notices. Notices wait until no dialog or panel is open. */
export function Notices({ dismissLabel, waiting = false }: { dismissLabel: string; waiting?: boolean }) {
  const isShown = useOpenModals() === 0 && !waiting
  const notices = useNotices().filter((notice) => isShown || wasNoticeShown(notice))
  useEffect(() => {
    if (isShown && notices.length > 0) startNoticeTimers()
  }, [isShown, notices])
  return createPortal(
    <div role="status" className={styles.notices}>
      {notices.map((notice) => (
        <div key={notice.id} className={styles.notice} data-kind={notice.kind}>
          <Icon name={notice.kind} />
          <p>{notice.text}</p>
          <button type="button" className={styles.dismiss} onClick={() => dismissNotice(notice.id)}>
            <Icon name="close" />
            <span className="visually-hidden">{dismissLabel}</span>
          </button>
        </div>
      ))}
    </div>,
    document.body,
  )
}
