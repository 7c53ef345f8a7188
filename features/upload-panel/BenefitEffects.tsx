import { useState } from 'react'
import { showPounds } from '../../contract/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import type { DifferenceRow } from '../data-uploads/data-uploads.contract.ts'
import styles from './UploadPanel.module.css'
import { KindFilter, PagedTable, personColumn } from './PagedTable.tsx'
import { uploadMessages } from './upload-panel.messages.ts'
import { useUploadDifference } from './use-data-uploads.ts'

type Kind = DifferenceRow['kind']
const kinds = ['gains', 'loses', 'repriced', 'begins', 'ends'] as const satisfies readonly Kind[]

export function BenefitEffects({ id, preview }: { id: string; preview: string | null }) {
  const [kind, setKind] = useState<Kind | null>(null)
  const [page, setPage] = useState(1)
  const query = useUploadDifference({ id, preview, kind, page })
  const counts = query.data?.counts
  const all = counts ? kinds.reduce((sum, each) => sum + counts[each], 0) : 0
  return (
    <div className={styles.form}>
      <div>
        <p className={styles.soft}>{uploadMessages.differenceLead}</p>
      </div>
      {counts && all > 0 && (
        <KindFilter
          kinds={kinds}
          words={uploadMessages.effects}
          counts={counts}
          all={uploadMessages.everyEffect(all)}
          kind={kind}
          onKind={(next) => {
            setKind(next)
            setPage(1)
          }}
        />
      )}
      <PagedTable
        caption={uploadMessages.difference}
        hideCaption
        columns={columns}
        rowKey={({ kind, employeeId, name, employeeNumber, benefitName }) =>
          [kind, employeeId, name, employeeNumber, benefitName].join(' ')
        }
        empty={uploadMessages.noDifference}
        failed={uploadMessages.differenceFailed}
        pagesLabel={uploadMessages.differencePages}
        query={query}
        page={page}
        onPage={setPage}
      />
    </div>
  )
}

const tones = {
  gains: 'good',
  loses: 'warn',
  repriced: 'neutral',
  begins: 'good',
  ends: 'warn',
} as const satisfies Record<Kind, string>

const columns: Column<DifferenceRow>[] = [
  personColumn,
  { key: 'benefit', header: uploadMessages.benefit, cell: ({ benefitName }) => benefitName },
  {
    key: 'effect',
    header: uploadMessages.what,
    cell: ({ kind, reason }) => (
      <div>
        <Badge tone={tones[kind]}>{uploadMessages.effects[kind]}</Badge>
        {reason && <div className={styles.soft}>{reason}</div>}
      </div>
    ),
  },
  { key: 'costs', header: uploadMessages.costs, cell: (row) => <Costs {...row} /> },
]

function Costs({ before, after }: DifferenceRow) {
  if (!before && !after) return uploadMessages.noCost
  return (
    <ul className={styles.costs}>
      <li>
        {uploadMessages.employeePays(showPounds(before?.employee.month ?? 0), showPounds(after?.employee.month ?? 0))}
      </li>
      <li>
        {uploadMessages.employerPays(showPounds(before?.employer.month ?? 0), showPounds(after?.employer.month ?? 0))}
      </li>
    </ul>
  )
}
