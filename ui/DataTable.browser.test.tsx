import './default-theme.css'
import { useState, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { DataTable, type Sorting } from './DataTable.tsx'

afterEach(() => cleanup())

type Row = { id: string; name: string; cost: string }
const people: Row[] = [
  { id: 'a', name: 'Amelia Hart', cost: '£12.00' },
  { id: 'b', name: 'Ben Osei', cost: '£8.00' },
]

function Table({
  rows = people,
  state = 'ready',
  onRetry,
  cell = (row) => row.name,
}: {
  rows?: Row[]
  cell?: (row: Row) => ReactNode
  state?: 'ready' | 'loading' | 'failed' | 'refused' | 'refreshing'
  onRetry?: () => void
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [sorting, setSorting] = useState<Sorting>({ by: 'name', direction: 'ascending' })
  return (
    <>
      <DataTable
        caption="Selections"
        columns={[
          { key: 'name', header: 'Employee', cell, rowHeader: true, sortable: true },
          { key: 'cost', header: 'Cost', cell: (row) => row.cost, align: 'end', sortable: true },
        ]}
        rows={rows}
        rowKey={(row) => row.id}
        state={state}
        empty="No approval data found"
        failed="There was an error requesting approval data"
        refused="Access Denied"
        {...(onRetry && { onRetry })}
        selection={{ selected, onChange: setSelected, allLabel: 'Select all', rowLabel: (row) => `Select ${row.name}` }}
        sorting={{ ...sorting, onSort: setSorting }}
      />
      <div data-testid="selected">{[...selected].toSorted().join(' ')}</div>
    </>
  )
}

const selected = () => page.getByTestId('selected')

describe('data table', () => {
  it('selects single rows and all rows by keyboard, and shows if only some rows are selected', async () => {
    await render(<Table />)
    await userEvent.tab()
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await expect.element(all).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(selected()).toHaveTextContent('a b')
    // Tab moves past the two sortable headings.
    for (let stop = 0; stop < 3; stop += 1) await userEvent.tab()
    await expect.element(page.getByRole('checkbox', { name: 'Select Amelia Hart' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(selected()).toHaveTextContent('b')
    expect((all.element() as HTMLInputElement).indeterminate).toBe(true)
  })

  it('remains a table on a phone, with a label for each cell', async () => {
    await page.viewport(360, 700)
    await render(<Table />)
    await expect.element(page.getByRole('rowheader', { name: 'Ben Osei' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
    const label = page.getByRole('cell', { name: '£8.00' }).getByText('Cost')
    await expect.element(label).toBeVisible()
    await page.viewport(1280, 800)
  })

  it('breaks no long name on a phone if it fits below its label', async () => {
    await page.viewport(360, 700)
    await render(<Table rows={[{ id: 'a', name: 'Featherstonehaugh-Cholmondeley', cost: '£12.00' }]} />)
    const name = page.getByRole('rowheader').element()
    const [, words] = name.childNodes
    const range = document.createRange()
    if (words) range.selectNodeContents(words)
    expect(range.getClientRects()).toHaveLength(1)
    await page.viewport(1280, 800)
  })

  it('aligns a name with the end of the other cells of its card, even if it has two lines', async () => {
    await page.viewport(360, 700)
    const own = (
      <span>
        <b>Isla Reid</b> <br /> Another administrator decides about it
      </span>
    )
    await render(<Table cell={() => own} />)
    const header = page.getByRole('rowheader').first().element()
    const [label, name] = Array.from(header.children, (part) => part.getBoundingClientRect())
    const below = (name?.top ?? 0) - (label?.bottom ?? 0)
    expect(below).toBeGreaterThanOrEqual(0)
    expect(below).toBeLessThan(8)
    expect(Math.round(name?.right ?? 0)).toBe(Math.round(header.getBoundingClientRect().right) - 16)
    await page.viewport(1280, 800)
  })

  it('shows whether it is loading, empty or failed', async () => {
    const onRetry = vi.fn<() => void>()
    const { rerender } = await render(<Table state="loading" />)
    await expect.element(page.getByRole('status')).toHaveAttribute('aria-busy', 'true')
    await rerender(<Table rows={[]} />)
    await expect.element(page.getByText('No approval data found')).toBeVisible()
    await rerender(<Table state="failed" onRetry={onRetry} />)
    await expect.element(page.getByRole('alert').getByText('There was an error requesting approval data')).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it('shows that access is forbidden, without a retry', async () => {
    await render(<Table state="refused" />)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Access Denied')
    await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  })

  it('keeps its rows, marked as busy, while new rows load', async () => {
    await render(<Table state="refreshing" />)
    await expect.element(page.getByRole('table', { name: 'Selections' })).toHaveAttribute('aria-busy', 'true')
    await expect.element(page.getByRole('rowheader', { name: 'Ben Osei' })).toBeVisible()
  })

  it('keeps its headings, the focus on them and its scroll position while rows load or fail to load', async () => {
    await page.viewport(800, 800)
    const shown = (state: 'ready' | 'loading' | 'failed') => (
      <div style={{ width: 300 }}>
        <Table state={state} cell={({ name }) => <div style={{ width: 600 }}>{name}</div>} />
      </div>
    )
    const { rerender } = await render(shown('ready'))
    const region = page.getByRole('region', { name: 'Selections' })
    await expect.element(region).toBeInTheDocument()
    const heading = page.getByRole('button', { name: 'Cost' })
    ;(heading.element() as HTMLElement).focus()
    const { scrollLeft } = region.element()
    expect(scrollLeft).toBeGreaterThan(0)
    for (const state of ['loading', 'failed', 'ready'] as const) {
      await rerender(shown(state))
      await expect.element(heading).toHaveFocus()
    }
    await expect.element(page.getByRole('rowheader', { name: 'Ben Osei' })).toBeInTheDocument()
    await expect.element(region).toBeInTheDocument()
    await page.viewport(1280, 800)
  })

  it('marks a selected row only by its checkbox, because table rows are not list options', async () => {
    const { container } = await render(<Table />)
    await page.getByRole('checkbox', { name: 'Select Ben Osei' }).click()
    await expect.element(page.getByRole('checkbox', { name: 'Select Ben Osei' })).toBeChecked()
    expect(container.querySelectorAll('[aria-selected]')).toHaveLength(0)
  })

  it('sorts by another column by keyboard, and keeps the focus on the heading of that column', async () => {
    await render(<Table />)
    const heading = page.getByRole('button', { name: 'Cost' })
    ;(heading.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('columnheader', { name: 'Cost' })).toHaveAttribute('aria-sort', 'ascending')
    await expect.element(page.getByRole('columnheader', { name: 'Employee' })).toHaveAttribute('aria-sort', 'none')
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('columnheader', { name: 'Cost' })).toHaveAttribute('aria-sort', 'descending')
    await expect.element(heading).toHaveFocus()
  })
})
