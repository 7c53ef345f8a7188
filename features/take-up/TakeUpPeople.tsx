import { queryState } from '../../contract/query-state.ts'
import { guardMessages } from '../../contract/messages.ts'
import { showDate } from '../../contract/dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Pagination, rowsText } from '../../ui/Pagination.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useLastPage } from '../../ui/use-last-page.ts'
import { usePanels } from '../../ui/use-panel.ts'
import { DownloadListButton } from './DownloadListButton.tsx'
import { GroupSelect } from './GroupSelect.tsx'
import { peopleLists, type BenefitTakeUp, type ListedPersonRow, type PeopleList } from './take-up.contract.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { showAsOf, showTakeUp } from './take-up.rules.ts'
import styles from './TakeUp.module.css'
import { usePeopleDownload, type PeopleState, type useBenefitTakeUp } from './use-take-up.ts'

type TakeUpPeopleProps = {
  benefitId: string
  people: PeopleState
  query: ReturnType<typeof useBenefitTakeUp>
}

export function TakeUpPeople({ benefitId, people, query }: TakeUpPeopleProps) {
  const download = usePeopleDownload(benefitId, people)
  const isBeyondEnd = useLastPage(people.pageName, query)
  return (
    <div className={styles.takeUp}>
      {!query.isError && <p className={styles.share}>{query.data && <Figures {...query.data} />}</p>}
      <div className={styles.find}>
        <SearchField label={say.search} clearLabel={say.clearSearch} value={people.typed} onChange={people.setTyped} />
        <SelectField
          label={say.show}
          isFilter
          value={people.holding}
          onChange={(value) => people.setHolding(peopleLists.find((each) => each === value) ?? 'selected')}
          choices={peopleLists.map((value) => ({ value, label: say.holding[value] }))}
        />
        <GroupSelect groups={query.data?.groupChoices} />
      </div>
      <DataTable
        caption={say.holding[people.holding]}
        hideCaption
        columns={columnsOf(people.holding)}
        rows={query.data?.data ?? []}
        rowKey={({ employeeId }) => employeeId}
        state={query.isPlaceholderData || isBeyondEnd ? 'loading' : queryState(query)}
        found={query.data ? rowsText(people.page, query.data) : ''}
        loadingLabel={say.loading}
        empty={<NoPeople people={people} />}
        failed={say.failed}
        refused={guardMessages.denied}
        onRetry={() => void query.refetch()}
      />
      {query.data && query.data.total > 0 && (
        <>
          <Pagination
            label={say.pages}
            page={people.page}
            pageSize={query.data.per_page}
            total={query.data.total}
            onPage={people.setPage}
          />
          <DownloadListButton label={say.downloadPeople} download={download} />
        </>
      )}
    </div>
  )
}

function Figures({ asOf, benefit: { eligible, selected, optedOut, takeUp } }: BenefitTakeUp) {
  return (
    <>
      <strong>{showTakeUp(takeUp)}</strong>
      {say.figures(selected, eligible, optedOut, showAsOf(asOf))}
    </>
  )
}

function NoPeople({ people }: { people: PeopleState }) {
  const { isNarrowed, holding } = people
  const next =
    !isNarrowed && holding === 'selected'
      ? { label: say.showEligible, act: () => people.setHolding('eligible') }
      : { label: say.showAll, act: people.showAll }
  return (
    <EmptyState
      title={say.none}
      action={
        <Button kind="secondary" onClick={next.act}>
          {next.label}
        </Button>
      }
    >
      {isNarrowed ? say.noneFits : say.nobody[holding]}
    </EmptyState>
  )
}

function columnsOf(holding: PeopleList): Column<ListedPersonRow>[] {
  return [
    { key: 'name', header: say.name, rowHeader: true, cell: (person) => <OpenPerson {...person} /> },
    { key: 'email', header: say.email, cell: ({ email }) => <EmailAddress email={email} /> },
    { key: 'number', header: say.employeeNumber, cell: ({ employeeNumber }) => employeeNumber ?? say.noNumber },
    ...(holding === 'eligible' ? [status] : []),
    ...(holding === 'not-selected' ? [] : [from]),
  ]
}

const status: Column<ListedPersonRow> = {
  key: 'status',
  header: say.status,
  cell: ({ holding }) => <Badge tone={holding === 'selected' ? 'good' : 'neutral'}>{say.statusOf[holding]}</Badge>,
}

const from: Column<ListedPersonRow> = {
  key: 'from',
  header: say.from,
  cell: (person) => person.from && showDate(person.from),
}

function OpenPerson({ employeeId, name }: ListedPersonRow) {
  const { open } = usePanels()
  return <LinkButton onClick={() => open('view-employee-data', { employeeId })}>{name}</LinkButton>
}
