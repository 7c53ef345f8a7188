import { useState } from 'react'
import { queryState } from '../../contract/query-state.ts'
import { paths } from '../../contract/paths.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Page } from '../../ui/Page.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import type { TakeUp, TakeUpSort } from './take-up.contract.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { filterAndSort, showAsOf, showTakeUp, takeUpOf } from './take-up.rules.ts'
import styles from './TakeUp.module.css'
import { DownloadList } from './DownloadList.tsx'
import { TakeUpTable } from './TakeUpTable.tsx'
import { useTakeUp, useTakeUpDownload } from './use-take-up.ts'

export function TakeUpPage() {
  const query = useTakeUp()
  const [category, setCategory] = useState<string | null>(null)
  const [sort, setSort] = useState<TakeUpSort | null>(null)
  const [grouped, setGrouped] = useState(false)
  const download = useTakeUpDownload({ category, sort })
  const rows = query.data?.data ?? []
  const categories = new Map(rows.map((row) => [row.category, row.categoryLabel]))
  const shown = filterAndSort(rows, { category, sort })
  const table = { state: queryState(query), sort, onSort: setSort, onRetry: () => void query.refetch() }
  return (
    <Page
      title={say.title}
      lead={say.lead}
      crumbs={[
        { label: say.crumbHome, to: paths.home() },
        { label: say.crumbDashboard, to: paths.dashboard() },
        { label: say.crumb },
      ]}
    >
      <div className={styles.takeUp}>
        {query.data && rows.length > 0 && (
          <>
            <Holders {...query.data} />
            <Disclosure summary={say.howCounted}>
              <p>{say.counted}</p>
            </Disclosure>
            <div className={styles.tools}>
              <SelectField
                label={say.category}
                isFilter
                value={category ?? ''}
                onChange={(value) => setCategory(value || null)}
                placeholder={say.allCategories}
                choices={[...categories].map(([value, label]) => ({ value, label }))}
              />
              <Checkbox asSwitch label={say.grouped} checked={grouped} onChange={setGrouped} />
            </div>
          </>
        )}
        {grouped && shown.length > 0 ? (
          [...Map.groupBy(shown, (row) => row.categoryLabel)].map(([label, own]) => (
            <TakeUpTable key={label} {...table} caption={label} rows={own} inGroup />
          ))
        ) : (
          <TakeUpTable {...table} caption={say.title} rows={shown} />
        )}
        {shown.length > 0 && <DownloadList label={say.download} download={download} />}
      </div>
    </Page>
  )
}

function Holders({ holders, employees, asOf }: TakeUp) {
  return (
    <p className={styles.share}>
      <strong>{showTakeUp(takeUpOf({ selected: holders, eligible: employees }))}</strong>
      {say.holders(holders, employees, showAsOf(asOf))}
    </p>
  )
}
