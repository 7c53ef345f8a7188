import './icon-shapes.ts'
import { useId, useState, type DragEvent, type ReactNode } from 'react'
import { Button, buttonClass } from './Button.tsx'
import { classNames } from './class-names.ts'
import { FieldError } from './Field.tsx'
import { fileMessages } from './file.messages.ts'
import styles from './FileUpload.module.css'
import { Icon } from './Icon.tsx'
import { Progress } from './Progress.tsx'

type FileUploadProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  endings: readonly string[]
  file: Pick<File, 'name' | 'size'> | null
  onChoose: (file: File) => void
  onRemove: () => void
  /** Upload progress from 0 to 1; null while unknown. */
  sending?: number | null
  name?: string
  disabled?: boolean
}

export function FileUpload({
  label,
  hint,
  error,
  endings,
  file,
  onChoose,
  onRemove,
  sending,
  name,
  disabled = false,
}: FileUploadProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isLocked = disabled || sending !== undefined
  const problem = refused ?? error
  const chosen = sending === undefined ? file : null

  const take = (files: FileList | null) => {
    const [first, second] = files ?? []
    if (!first) return
    // The browser checks only chosen files, not dropped ones.
    const isRead = endings.some((ending) => first.name.toLowerCase().endsWith(ending))
    setRefused(second ? fileMessages.onlyOne : isRead ? null : fileMessages.wrongKind(endings.join(', ')))
    if (!second && isRead) onChoose(first)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!isLocked) take(event.dataTransfer.files)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the input inside works without a pointer
    <div
      className={styles.upload}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(!isLocked)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.place} data-over={isOver || undefined} data-invalid={problem ? true : undefined}>
        <label className={classNames(buttonClass('secondary'), styles.choose)} data-disabled={isLocked || undefined}>
          <Icon name="upload" />
          <span id={`${id}-button`}>{file ? fileMessages.another : fileMessages.choose}</span>
          <input
            type="file"
            data-has-file={file !== null || undefined}
            className="visually-hidden"
            name={name}
            accept={endings.join(',')}
            disabled={isLocked}
            aria-labelledby={`${id}-label ${id}-button`}
            aria-describedby={[hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ') || undefined}
            aria-invalid={problem ? true : undefined}
            onChange={(event) => {
              take(event.currentTarget.files)
              // Without this, choosing the corrected file again would fire no event.
              event.currentTarget.value = ''
            }}
          />
        </label>
        <span className={styles.drop} aria-hidden="true">
          {isOver ? fileMessages.dropNow : fileMessages.drop}
        </span>
      </div>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
      <div className={styles.file}>
        {chosen && <Icon name="document" />}
        <span role="status" className={styles.name}>
          {chosen && fileMessages.chosen(chosen.name, sizeOf(chosen.size))}
        </span>
        {chosen && (
          <Button kind="quiet" disabled={disabled} onClick={onRemove}>
            {fileMessages.remove}
            <span className="visually-hidden">{` ${chosen.name}`}</span>
          </Button>
        )}
      </div>
      {file && sending !== undefined && <Progress label={fileMessages.sending(file.name)} value={sending} />}
    </div>
  )
}

/** Returns a size such as '1.2 MB'. A kilobyte has 1,000 bytes, as in file managers. */
function sizeOf(bytes: number): string {
  const show = (unit: string, amount: number, unitDisplay: 'long' | 'short' = 'short') =>
    new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(amount)
  if (bytes < 1000) return show('byte', bytes, 'long')
  return bytes < 1_000_000 ? show('kilobyte', bytes / 1000) : show('megabyte', bytes / 1_000_000)
}
