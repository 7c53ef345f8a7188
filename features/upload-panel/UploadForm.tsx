import { useId, useState, type FormEvent } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { londonDate, showDate } from '../../contract/dates.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { FileUpload } from '../../ui/FileUpload.tsx'
import { uploadBytes, type UploadView } from '../data-uploads/data-uploads.contract.ts'
import { uploadRefusals } from '../data-uploads/data-uploads.messages.ts'
import styles from './UploadPanel.module.css'
import { uploadMessages } from './upload-panel.messages.ts'
import { useLastUpload, useTemplate, useSendFile } from './use-data-uploads.ts'

type UploadFormProps = {
  follows: boolean
  isFirst: boolean
  onUploaded: (upload: UploadView) => void
}

export function UploadForm({ follows, isFirst, onUploaded }: UploadFormProps) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useSendFile({ onUploaded })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = file ? (file.size > uploadBytes ? uploadRefusals.tooLarge : null) : uploadRefusals.noFile
    setProblem(wrong)
    if (file && wrong === null && !upload.isPending) upload.mutate(file)
  }
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={follows ? undefined : 'visually-hidden'}>
        {follows ? uploadMessages.another : uploadMessages.submit}
      </h3>
      {!follows && <p>{uploadMessages.lead}</p>}
      <div className={styles.template}>
        <LastUpload isFirst={isFirst} />
        <TemplateButton />
      </div>
      <form className={styles.form} noValidate onSubmit={submit}>
        {upload.isError && <Alert kind="error">{failureText(upload.error)}</Alert>}
        <FileUpload
          label={uploadMessages.file}
          hint={uploadMessages.fileHint}
          endings={['.csv', '.xlsx']}
          error={problem}
          file={file}
          onChoose={(chosen) => {
            setFile(chosen)
            setProblem(null)
            upload.reset()
          }}
          onRemove={() => setFile(null)}
          name="file"
          {...(upload.isPending && { sending: upload.sent })}
        />
        {upload.isPending && <p className={styles.soft}>{uploadMessages.sendingStays}</p>}
        <div className={styles.actions}>
          <Button type="submit" busy={upload.isPending} busyLabel={uploadMessages.uploading}>
            {uploadMessages.submit}
          </Button>
        </div>
      </form>
    </section>
  )
}

function LastUpload({ isFirst }: Pick<UploadFormProps, 'isFirst'>) {
  const last = useLastUpload()
  if (last === undefined) return <p className={styles.soft}>…</p>
  if (last === 'Error') return <p className={styles.soft}>{uploadMessages.lastFailed}</p>
  return (
    <p className={styles.soft}>
      {last !== null && uploadMessages.last(showDate(londonDate(new Date(last))))}
      {last === null && isFirst && uploadMessages.never}
    </p>
  )
}

function TemplateButton() {
  const id = useId()
  const template = useTemplate()
  return (
    <div>
      <div className={styles.actions}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            kind="secondary"
            icon="download"
            busy={template.isPending && template.variables === format}
            busyLabel={uploadMessages.downloading}
            onClick={() => template.mutate(format)}
          >
            {format === 'csv' ? uploadMessages.template : uploadMessages.workbookTemplate}
          </Button>
        ))}
      </div>
      <FieldError id={id}>{template.isError && uploadMessages.templateFailed}</FieldError>
    </div>
  )
}
