import './default-theme.css'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { BarChart } from './BarChart.tsx'
import { LineChart } from './LineChart.tsx'

afterEach(async () => {
  await cleanup()
  await page.viewport(1280, 800)
})

const takeUp = {
  title: 'Take-up',
  summary: 'Four in ten have dental cover.',
  labelHeader: 'Benefit',
  labels: ['Dental', 'Pension'],
  series: [
    { name: 'Chosen', values: [96, 240] },
    { name: 'Not chosen', values: [144, 0] },
  ],
  show: (count: number) => `${count} people`,
}

const cells = () =>
  page
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent))

const pieces = (bar: Element) => [...bar.querySelectorAll('rect[fill^=url]')].map((each) => each.getAttribute('width'))

describe('every chart', () => {
  it.each([
    ['bars', <BarChart key="a" {...takeUp} />],
    ['lines', <LineChart key="b" {...takeUp} />],
  ])('of %s has a name, a sentence, and a table of its figures that can be opened by keyboard', async (_, chart) => {
    await render(chart)
    const figure = page.getByRole('figure', { name: 'Take-up' })
    await expect.element(figure.getByText('Four in ten have dental cover.')).toBeVisible()
    expect(figure.element().querySelector('[aria-hidden] svg')).not.toBeNull()
    await expect.element(page.getByRole('table')).not.toBeInTheDocument()
    await userEvent.tab()
    await expect.element(page.getByText('Show the figures as a table')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('table', { name: 'Take-up' })).toBeVisible()
    await expect.element(page.getByRole('rowheader', { name: 'Dental' })).toBeVisible()
    expect(cells()[1]?.[1]).toBe('96 people')
  })

  it.each([
    ['bars', <BarChart key="a" {...takeUp} />],
    ['lines', <LineChart key="b" {...takeUp} />],
  ])('of %s names its series, which can be distinguished without colour', async (_, chart) => {
    const { container } = await render(chart)
    for (const { name } of takeUp.series) await expect.element(page.getByRole('listitem').getByText(name)).toBeVisible()
    const fills = [...container.querySelectorAll('li svg')].map((swatch) => {
      const used = swatch.querySelector(':scope > rect')?.getAttribute('fill')?.slice(5, -1) ?? ''
      return swatch.querySelector(`[id="${used}"] path`)?.getAttribute('d')
    })
    expect(fills).toHaveLength(2)
    expect(new Set(fills).size).toBe(2)
  })
})

describe('bars of a chart', () => {
  it('show lengths in proportion to the longest bar, with their parts, and the table adds the parts up', async () => {
    const { container } = await render(<BarChart {...takeUp} />)
    const bars = [...container.querySelectorAll('figure > div > div svg')]
    expect(bars.map(pieces)).toEqual([
      ['40%', '60%'],
      ['100%', '0%'],
    ])
    expect(bars[0]?.querySelectorAll('rect[fill^=url]')[1]?.getAttribute('x')).toBe('40%')
    await page.getByText('Show the figures as a table').click()
    expect(cells()).toEqual([
      ['Benefit', 'Chosen', 'Not chosen', 'Total'],
      ['Dental', '96 people', '144 people', '240 people'],
      ['Pension', '240 people', '0 people', '240 people'],
    ])
  })

  it('show amounts that are not part of the total as a separate bar and column, after the others', async () => {
    const left = { name: 'Have left', values: [12, 0], apart: true }
    const { container } = await render(<BarChart {...takeUp} series={[...takeUp.series, left]} />)
    expect([...container.querySelectorAll('figure > div > div svg')].map(pieces)).toEqual([
      ['40%', '60%'],
      ['5%'],
      ['100%', '0%'],
    ])
    await page.getByText('Show the figures as a table').click()
    expect(cells()).toEqual([
      ['Benefit', 'Chosen', 'Not chosen', 'Total', 'Have left'],
      ['Dental', '96 people', '144 people', '240 people', '12 people'],
      ['Pension', '240 people', '0 people', '240 people', '0 people'],
    ])
  })

  it('have length zero without data', async () => {
    const { container } = await render(<BarChart {...takeUp} series={[{ name: 'Claims', values: [0, 0] }]} />)
    expect([...container.querySelectorAll('figure > div > div svg')].map(pieces)).toEqual([['0%'], ['0%']])
  })
})

describe('lines of a chart', () => {
  it('show each value at its height on an axis with round numbers', async () => {
    const { container } = await render(<LineChart {...takeUp} series={[{ name: 'Chosen', values: [96, 240] }]} />)
    for (const tick of ['0 people', '100 people', '200 people', '300 people'])
      await expect.element(page.getByText(tick, { exact: true })).toBeVisible()
    const marks = [...container.querySelectorAll('circle')].map((mark) => [
      mark.getAttribute('cx'),
      mark.getAttribute('cy'),
    ])
    expect(marks).toEqual([
      ['0%', '68%'],
      ['100%', '20%'],
    ])
  })
})

describe('times below the lines of a chart', () => {
  const months = Array.from({ length: 12 }, (_, month) => `September ${2015 + month}`)

  it.each([360, 768, 1280])('do not overlap in a window of %i px', async (width) => {
    await page.viewport(width, 800)
    const { container } = await render(
      <LineChart {...takeUp} labels={months} series={[{ name: 'Logins', values: months.map((_, at) => at) }]} />,
    )
    const shown = [...container.querySelectorAll('span')].filter(
      (span) => span.textContent.startsWith('September') && span.checkVisibility(),
    )
    expect(shown.length).toBeGreaterThanOrEqual(2)
    const boxes = shown.map((span) => span.getBoundingClientRect())
    const gaps = boxes.slice(1).map((box, before) => box.left - (boxes[before]?.right ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(4)
  })
})
