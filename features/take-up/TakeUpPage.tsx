import { queryState } from '../../contract/query-state.ts'
import { paths } from '../../contract/paths.ts'
import { ChipSelect } from '../../ui/ChipSelect.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Page } from '../../ui/Page.tsx'
import { oneOf, useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { takeUpColumns, type TakeUp, type TakeUpSort } from './take-up.contract.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { filterAndSort, showAsOf, showTakeUp, takeUpOf } from './take-up.rules.ts'
import styles from './TakeUp.module.css'
import { DownloadListButton } from './DownloadListButton.tsx'
import { GroupFilters } from './GroupFilters.tsx'
import { useGroupInAddress } from './use-group-filter.ts'
import { TakeUpTable } from './TakeUpTable.tsx'
import { useTakeUp, useTakeUpDownload } from './use-take-up.ts'

const takeUpSorts = takeUpColumns.flatMap((column) => [column, `-${column}`] as const)

export function TakeUpPage() {
  const query = useTakeUp(useGroupInAddress())
  const setAddress = useSetAddress()
  const category = useAddressParam('category') || null
  const sort = oneOf(takeUpSorts, useAddressParam('sort')) ?? null
  const grouped = useAddressParam('grouped') === 'yes'
  const download = useTakeUpDownload({ category, sort })
  const rows = query.data?.data ?? []
  const categories = new Map(rows.map((row) => [row.category, row.categoryLabel]))
  const shown = filterAndSort(rows, { category, sort })
  const table = {
    // The filters stay while rows load, because one of them has the focus.
    state: query.isPlaceholderData ? ('loading' as const) : queryState(query),
    sort,
    onSort: (next: TakeUpSort) => setAddress({ sort: next }),
    onRetry: () => void query.refetch(),
  }
  const answer = query.data && rows.length > 0 ? answerOf(query.data) : null
  return (
    <Page
      title={answer?.title ?? say.title}
      tabTitle={say.title}
      lead={answer?.lead ?? say.lead}
      crumbs={[
        { label: say.crumbHome, to: paths.home() },
        { label: say.crumbDashboard, to: paths.dashboard() },
        { label: say.crumb },
      ]}
    >
      <div className={styles.takeUp}>
        {query.data && rows.length > 0 && (
          <>
            <Disclosure summary={say.howCounted}>
              <p>{say.counted}</p>
            </Disclosure>
            <div className={styles.tools}>
              <GroupFilters groups={query.data.groupChoices}>
                <ChipSelect
                  label={say.category}
                  value={category ?? ''}
                  onChange={(value) => setAddress({ category: value })}
                  choices={[
                    { value: '', label: say.allCategories },
                    ...[...categories].map(([value, label]) => ({ value, label })),
                  ]}
                />
              </GroupFilters>
              <Checkbox
                asSwitch
                label={say.grouped}
                checked={grouped}
                onChange={(on) => setAddress({ grouped: on ? 'yes' : '' })}
              />
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
        {shown.length > 0 && <DownloadListButton label={say.download} download={download} />}
      </div>
    </Page>
  )
}

function answerOf({ holders, employees, asOf, group }: TakeUp) {
  return {
    title: say.answer(showTakeUp(takeUpOf({ selected: holders, eligible: employees })), group?.name),
    lead: say.holders(holders, employees, showAsOf(asOf)),
  }
}
