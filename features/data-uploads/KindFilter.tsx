import { SelectField } from '../../ui/SelectField.tsx'
import styles from './DataUploads.module.css'
import { uploadMessages } from './upload-panel.messages.ts'

type KindFilterProps<Kind extends string> = {
  kinds: readonly Kind[]
  words: Readonly<Record<Kind, string>>
  counts: Readonly<Record<Kind, number>>
  /** What is shown while no kind is chosen. */
  all: string
  kind: Kind | null
  onKind: (kind: Kind | null) => void
}

/** Which of the kinds that there are is shown, with how many of it there are. */
export function KindFilter<Kind extends string>({ kinds, words, counts, all, kind, onKind }: KindFilterProps<Kind>) {
  return (
    <div className={styles.filter}>
      <SelectField
        label={uploadMessages.show}
        isFilter
        value={kind ?? ''}
        onChange={(value) => onKind(kinds.find((each) => each === value) ?? null)}
        placeholder={all}
        choices={kinds
          .filter((each) => counts[each] > 0)
          .map((each) => ({ value: each, label: uploadMessages.effectCount(words[each], counts[each]) }))}
      />
    </div>
  )
}
