import { Icon } from './Icon.tsx'
import { dismissNotice, useNotices } from './use-notices.ts'
import styles from './Notices.module.css'

/** Where notices appear. The region stands in the page from the start, so that what arrives in it is read out. */
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
