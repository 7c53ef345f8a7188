import { useState, type ComponentProps } from 'react'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { BarChart } from '../../ui/BarChart.tsx'
import { ChartFigure } from '../../ui/ChartFigure.tsx'
import { DataTable, type Column, type Sorting } from '../../ui/DataTable.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { loginPageIcons } from '../../ui/login-page-icons.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Illustration } from '../../ui/Illustration.tsx'
import { ColumnChart } from '../../ui/ColumnChart.tsx'
import { LineChart } from '../../ui/LineChart.tsx'
import { Button } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { otherIcons } from '../../ui/other-icons.ts'
import { benefitPictures } from '../../ui/benefit-pictures.ts'
import { Pagination } from '../../ui/Pagination.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { stateSamples } from './StateSample.tsx'
import styles from './Gallery.module.css'
import {
  longName,
  longSentence,
  manyPeople,
  doNothing,
  people,
  pounds,
  rightToLeftName,
  type Person,
} from './example-texts.samples.ts'

const icons = [...Object.keys(loginPageIcons), ...Object.keys(otherIcons)].filter(isIcon)
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const takeUp = [
  { name: 'Chosen', values: [180, 96, 41, 240] },
  { name: 'Waiting', values: [12, 4, 0, 0] },
  { name: 'Not chosen', values: [48, 140, 199, 0] },
]
const drawing = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="none" stroke="#525a63" d="${otherIcons.calendar}"/></svg>`)}`
const countOf = (count: number): string => `${count} people`

const columns: readonly Column<Person>[] = [
  { key: 'name', header: 'Employee', cell: ({ name }) => <bdi>{name}</bdi>, rowHeader: true, sortable: true },
  { key: 'benefit', header: 'Benefit', cell: ({ benefit }) => benefit, sortable: true },
  { key: 'state', header: 'State', cell: ({ cost }) => <Badge tone={cost > 0 ? 'good' : 'neutral'}>Active</Badge> },
  { key: 'cost', header: 'Cost per month', cell: ({ cost }) => <Money amount={cost} />, align: 'end', sortable: true },
]
const withActions: readonly Column<Person>[] = [
  ...columns,
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    cell: ({ name }) => (
      <Button kind="quiet" aria-label={`Approve ${name}`}>
        Approve
      </Button>
    ),
  },
]

export const displaySamples = {
  DataTable: () =>
    stateSamples({
      'Sorted, with a choice of rows and something to do with each': {
        wide: <People caption="Selections" columns={withActions} chosen={['p1']} />,
      },
      'Nothing to choose': { wide: <Table caption="Selections to read" columns={columns} /> },
      'Many rows, in pages': { wide: <Paged /> },
      'New rows are on their way': {
        wide: <Table caption="Selections, refreshing" columns={columns} state="refreshing" />,
      },
      'With the focus': {
        wide: <People caption="Selections, with the focus" columns={columns} rows={people.slice(0, 1)} chosen={[]} />,
      },
      Loading: <Table caption="Selections, loading" columns={columns} state="loading" />,
      None: <Table caption="Selections, none" columns={columns} rows={[]} />,
      Failed: <Table caption="Selections, failed" columns={columns} state="failed" />,
      Refused: <Table caption="Selections, refused" columns={columns} state="refused" />,
    }),

  BarChart: () =>
    stateSamples({
      'One series': {
        wide: (
          <BarChart
            title="What each benefit costs a month"
            summary="Private medical insurance costs most."
            labelHeader="Benefit"
            labels={['Private medical insurance', 'Dental', 'Cycle to work', longName, 'Pension']}
            series={[{ name: 'Cost per month', values: [12345.67, 4200, 83.33, 1250.5, 0] }]}
            show={pounds}
          />
        ),
      },
      'Several series, stacked': {
        wide: (
          <BarChart
            title="Take-up"
            summary="Everybody is in the pension; four in ten have dental cover."
            labelHeader="Benefit"
            labels={['Private medical insurance', 'Dental', 'Cycle to work', 'Pension']}
            series={takeUp}
            show={countOf}
          />
        ),
      },
      'All nought': (
        <BarChart
          title="Claims"
          summary="Nobody has claimed yet."
          labelHeader="Benefit"
          labels={['Dental', 'Optical']}
          series={[{ name: 'Claims', values: [0, 0] }]}
          show={String}
        />
      ),
    }),

  LineChart: () =>
    stateSamples({
      'Three series': {
        wide: (
          <LineChart
            title="Who has signed in"
            summary="Most did in November, when the window opened."
            labelHeader="Month"
            labels={months}
            series={[
              { name: '2024', values: [10, 12, 9, 14, 18, 11, 8, 7, 16, 40, 120, 60] },
              { name: '2025', values: [20, 22, 19, 24, 28, 21, 18, 17, 26, 60, 160, 80] },
              { name: '2026', values: [30, 32, 29, 34, 38, 31, 28, 27, 36, 80, 200, 100] },
            ]}
            show={String}
          />
        ),
      },
      'One series, money, with a shaded month': (
        <LineChart
          title="Value of my package"
          summary="It has grown each month."
          labelHeader="Month"
          labels={['October', 'November', 'December']}
          series={[{ name: 'A month', values: [4083.33, 4100, 12345.67] }]}
          shaded={{ name: 'The annual window was open', at: [false, true, false] }}
          show={pounds}
        />
      ),
      'One value, of nought': (
        <LineChart
          title="Sign-ins today"
          summary="Nobody has signed in yet."
          labelHeader="Day"
          labels={['Today']}
          series={[{ name: 'Sign-ins', values: [0] }]}
          show={String}
        />
      ),
    }),

  ColumnChart: () =>
    stateSamples({
      'Two series': (
        <ColumnChart
          title="Your spending by month"
          summary="It rose in December."
          labelHeader="Month"
          labels={['October', 'November', 'December']}
          series={[
            { name: 'Pension', values: [40_000, 40_250, 40_872] },
            { name: longName, values: [9_000, 0, 9_444] },
          ]}
          show={pounds}
        />
      ),
      'One value, of nought': (
        <ColumnChart
          title="Your spending by month"
          summary="Nothing has been spent yet."
          labelHeader="Month"
          labels={['December']}
          series={[{ name: 'Pension', values: [0] }]}
          show={pounds}
        />
      ),
    }),

  ChartFigure: () =>
    stateSamples({
      'Around any drawing': (
        <ChartFigure
          title="Six series"
          summary="Each has a pattern of its own."
          labelHeader="Week"
          labels={['Week 1', 'Week 2']}
          series={['A', 'B', 'C', 'D', 'E', 'F'].map((name, index) => ({ name, values: [index, index * 2] }))}
          show={String}
          withTotal
        >
          <p>The drawing stands here.</p>
        </ChartFigure>
      ),
    }),

  Money: () =>
    stateSamples({
      Amounts: (
        <p>
          <Money amount={0} /> and <Money amount={12345.67} />
        </p>
      ),
      'For a time': (
        <p>
          <Money amount={83.33} per="a month" />
        </p>
      ),
      'A change': (
        <p>
          <Money amount={83.33} withSign /> and <Money amount={-12345.67} withSign /> and <Money amount={0} withSign />
        </p>
      ),
    }),

  EmailAddress: () =>
    stateSamples({
      Default: <EmailAddress email="amelia.hart@demo.example" />,
      'Long words': <EmailAddress email="maximiliana.featherstonehaugh-cholmondeley@northgate-rail.example" />,
    }),

  QrCode: () =>
    stateSamples({
      Default: (
        <QrCode
          label="QR code for your authenticator app"
          text="otpauth://totp/Northgate:amelia.hart@demo.example?secret=MADEUPMADEUPMADE"
        />
      ),
      Small: <QrCode label="QR code, small" text="https://portal.example" size={128} />,
    }),

  SafeHtml: () =>
    stateSamples({
      Content: {
        wide: (
          <SafeHtml
            headingFrom={3}
            html={`<h3>Who is covered</h3><p>You, and <strong>whoever</strong> you <a href="/contact-us/">add</a>.</p><ul><li>Partner</li><li>Children</li></ul><table><tr><th scope="col">Level</th><th scope="col">Cost</th></tr><tr><td>Me</td><td>£0.00</td></tr></table>`}
          />
        ),
      },
      'One sentence': (
        <p>
          <SafeHtml
            allow="sentence"
            html="Please <strong>check</strong> your <a href='/app/home/my-profile/'>details</a>."
          />
        </p>
      ),
      'What may not run does not stand there': <SafeHtml html="<p>Before</p><script>alert(1)</script><p>After</p>" />,
    }),

  Picture: () =>
    stateSamples({
      'Beside words that say the same': <Picture src={drawing} size={56} />,
    }),
  Illustration: () =>
    stateSamples({
      'Motifs of benefits': {
        wide: (
          <ul role="list" className={styles.icons}>
            {benefitPictures.map((motif) => (
              <li key={motif}>
                <Illustration of={motif} size="medium" />
                <span>{motif}</span>
              </li>
            ))}
          </ul>
        ),
      },
    }),
  Icon: () =>
    stateSamples({
      'All of them': {
        wide: (
          <ul role="list" className={styles.icons}>
            {icons.map((name) => (
              <li key={name}>
                <Icon name={name} />
                <span>{name}</span>
              </li>
            ))}
          </ul>
        ),
      },
    }),
}

function isIcon(name: string): name is keyof typeof loginPageIcons | keyof typeof otherIcons {
  return Object.hasOwn(loginPageIcons, name) || Object.hasOwn(otherIcons, name)
}

type TableProps = Pick<ComponentProps<typeof DataTable<Person>>, 'caption' | 'columns'> &
  Partial<ComponentProps<typeof DataTable<Person>>>

function Table(props: TableProps) {
  return (
    <DataTable
      rows={people}
      rowKey={({ id }) => id}
      state="ready"
      empty={<EmptyState title="No selection is waiting for you" />}
      failed={errorMessages.retryLater}
      refused={guardMessages.denied}
      onRetry={doNothing}
      {...props}
    />
  )
}

function People({ chosen, ...props }: TableProps & { chosen: readonly string[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(chosen))
  const [sorting, setSorting] = useState<Sorting>({ by: 'name', direction: 'ascending' })
  const turn = sorting.direction === 'ascending' ? 1 : -1
  const value = (person: Person) => (sorting.by === 'cost' ? person.cost : person.name)
  const rows = (props.rows ?? people).toSorted((a, b) => (value(a) < value(b) ? -turn : turn))
  return (
    <Table
      {...props}
      rows={rows}
      sorting={{ ...sorting, onSort: setSorting }}
      selection={{
        selected,
        onChange: setSelected,
        allLabel: 'Select all',
        rowLabel: ({ name }) => `Select ${name}`,
        selectable: ({ name }) => name !== rightToLeftName,
      }}
    />
  )
}

function Paged() {
  const [page, setPage] = useState(1)
  return (
    <Table
      caption={`All employees. ${longSentence}`}
      columns={columns}
      rows={manyPeople.slice((page - 1) * 10, page * 10)}
      footer={
        <Pagination label="Pages of the table" page={page} pageSize={10} total={manyPeople.length} onPage={setPage} />
      }
    />
  )
}
