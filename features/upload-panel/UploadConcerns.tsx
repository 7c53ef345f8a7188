import type { UploadView } from '../data-uploads/data-uploads.contract.ts'
import styles from './UploadPanel.module.css'
import { uploadMessages } from './upload-panel.messages.ts'

export function UploadConcerns({ upload: { concerns, howRead } }: { upload: UploadView }) {
  return (
    <>
      {howRead.length > 0 && (
        <section className={styles.form} aria-labelledby="how-read">
          <h4 id="how-read">{uploadMessages.howRead}</h4>
          <ul className={styles.concerns}>
            {howRead.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {concerns.length > 0 && (
        <section className={styles.form} aria-labelledby="concerns">
          <h4 id="concerns">{uploadMessages.concerns}</h4>
          {concerns.map(({ kind, title, advice, count, people }) => (
            <div key={kind} className={styles.concern}>
              <h5>{uploadMessages.effectCount(title, count)}</h5>
              {advice && <p className={styles.soft}>{advice}</p>}
              {people.length > 0 && (
                <ul className={styles.concerns}>
                  {people.map(({ line, name, employeeNumber, text }) => (
                    <li key={`${line} ${text}`}>
                      {uploadMessages.line(line)}: {name} <span className={styles.soft}>{employeeNumber}</span> – {text}
                    </li>
                  ))}
                  {count > people.length && <li>{uploadMessages.moreConcerns(count - people.length)}</li>}
                </ul>
              )}
            </div>
          ))}
        </section>
      )}
    </>
  )
}
