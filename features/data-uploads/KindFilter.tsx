import { SelectField } from '../../ui/SelectField.tsx'
import styles from './DataUploads.module.css'
import { uploadMessages } from './upload-panel.messages.ts'

type KindFilterProps<Kind extends string> = {
  kinds: readonly Kind[]
  words: Readonly<Record<Kind, string>>
  counts: Readonly<Record<Kind, number>>
  /** Label of the option that shows all kinds. */
  all: string
  kind: Kind | null
  onKind: (kind: Kind | null) => void
}

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
