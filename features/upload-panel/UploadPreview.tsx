import { useState } from 'react'
import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import type { UploadChange, UploadView } from '../data-uploads/data-uploads.contract.ts'
import styles from './UploadPanel.module.css'
import { KindFilter, PagedTable, personColumn } from './PagedTable.tsx'
import { UploadConcerns } from './UploadConcerns.tsx'
import { BenefitEffects } from './BenefitEffects.tsx'
import { uploadMessages } from './upload-panel.messages.ts'
import { useUploadChanges } from './use-data-uploads.ts'

export function UploadPreview({ upload }: { upload: UploadView }) {
  const { counts, status } = upload
  const [isOpen, setIsOpen] = useState(false)
  if (!counts) return null
  return (
    <>
      <h4>{status === 'confirmed' ? uploadMessages.did : uploadMessages.effect}</h4>
      <dl className={styles.figures}>
        {countKinds.map((kind) => (
          <div key={kind}>
            <dt>{uploadMessages.counts[kind]}</dt>
            <dd>{counts[kind].toLocaleString('en-GB')}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.share} aria-hidden="true">
        {countKinds.map(
          (kind) => counts[kind] > 0 && <span key={kind} style={{ flexGrow: counts[kind] }} data-kind={kind} />,
        )}
      </div>
      <p className={styles.soft}>{uploadMessages.notInFile}</p>
      <UploadConcerns upload={upload} />
      {counts.new + counts.changed + counts.leaving > 0 && (
        <Changes id={upload.id} preview={upload.preview} counts={counts} />
      )}
      {status === 'ready' && upload.hasDifference && (
        <Disclosure summary={uploadMessages.difference} onOpen={() => setIsOpen(true)} onClose={() => setIsOpen(false)}>
          {isOpen && <BenefitEffects id={upload.id} preview={upload.preview} />}
        </Disclosure>
      )}
    </>
  )
}

const countKinds = ['new', 'changed', 'leaving', 'unchanged'] as const

type ChangesProps = { id: string; preview: string | null; counts: NonNullable<UploadView['counts']> }

function Changes({ id, preview, counts }: ChangesProps) {
  const [kind, setKind] = useState<UploadChange['kind'] | null>(null)
  const [page, setPage] = useState(1)
  const query = useUploadChanges({ id, preview, kind, page })
  return (
    <div className={styles.form}>
      <h4>{uploadMessages.changesCaption}</h4>
      {kinds.filter((each) => counts[each] > 0).length > 1 && (
        <KindFilter
          kinds={kinds}
          words={uploadMessages.kinds}
          counts={counts}
          all={uploadMessages.everybody}
          kind={kind}
          onKind={(next) => {
            setKind(next)
            setPage(1)
          }}
        />
      )}
      <PagedTable
        caption={uploadMessages.changesCaption}
        hideCaption
        columns={columns}
        rowKey={({ line }) => String(line)}
        empty={uploadMessages.noChanges}
        failed={uploadMessages.changesFailed}
        pagesLabel={uploadMessages.changePages}
        query={query}
        page={page}
        onPage={setPage}
      />
    </div>
  )
}

const kinds = ['new', 'changed', 'leaving'] as const satisfies readonly UploadChange['kind'][]
const tones = { new: 'good', changed: 'neutral', leaving: 'warn' } as const satisfies Record<
  UploadChange['kind'],
  string
>

const columns: Column<UploadChange>[] = [
  personColumn,
  {
    key: 'kind',
    header: uploadMessages.what,
    cell: ({ kind }) => <Badge tone={tones[kind]}>{uploadMessages.kinds[kind]}</Badge>,
  },
  { key: 'details', header: uploadMessages.details, cell: (change) => <Details change={change} /> },
]

function Details({ change: { kind, fields, benefits, line } }: { change: UploadChange }) {
  if (fields.length === 0) return <span className={styles.soft}>{uploadMessages.line(line)}</span>
  const isNew = kind === 'new'
  return (
    <ul className={styles.details}>
      {fields.map(({ column, before, after, from }) => (
        <li key={column}>
          {/* The values of a National Insurance number are not shown, only that it changes. */}
          {before === null && after === null
            ? uploadMessages.otherwise(column)
            : isNew
              ? uploadMessages.newField(column, after ?? '')
              : uploadMessages.field(column, before ?? uploadMessages.nothing, after ?? uploadMessages.nothing)}{' '}
          {from && <span className={styles.soft}>{uploadMessages.from(showDate(from))}</span>}
        </li>
      ))}
      {/* Benefits with costs have a line each, the others share one. */}
      {[
        ...Map.groupBy(benefits, ({ kind: effect, benefitName, before, after }) =>
          before || after ? `${effect} ${benefitName}` : effect,
        ),
      ].map(([key, some]) => (
        <li key={key}>
          {uploadMessages.benefitEffect(
            uploadMessages.effects[some[0]?.kind ?? 'repriced'],
            some.map(benefitText).join(', '),
          )}
        </li>
      ))}
    </ul>
  )
}

function benefitText({ benefitName, before, after }: UploadChange['benefits'][number]): string {
  if (!before && !after) return benefitName
  const month = (cost: typeof before, of: 'employee' | 'employer') => showPounds(cost?.[of].month ?? 0)
  const costs = [
    uploadMessages.employeePays(month(before, 'employee'), month(after, 'employee')),
    uploadMessages.employerPays(month(before, 'employer'), month(after, 'employer')),
  ]
  return `${benefitName} (${costs.join('; ')})`
}
