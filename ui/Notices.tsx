import { Icon } from './Icon.tsx'
import { dismissNotice, useNotices } from './use-notices.ts'
import styles from './Notices.module.css'

/** Region for notices. Always in the page, so that screen readers announce new ones. */
export function Notices({ dismissLabel }: { dismissLabel: string }) {
  const notices = useNotices()
  return (
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
    </div>
  )
}
