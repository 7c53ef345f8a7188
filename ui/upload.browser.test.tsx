import './default-theme.css'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { FileUpload } from './FileUpload.tsx'

afterEach(() => cleanup())

const people = () => new File(['a,b\n1,2\n'], 'people.csv', { type: 'text/csv' })
const input = page.getByRole('button', { name: 'People file Choose a file' })

function Upload({ sending, onChoose = () => undefined }: { sending?: number | null; onChoose?: (file: File) => void }) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <FileUpload
      label="People file"
      hint="CSV, up to 20 MB"
      endings={['.csv']}
      file={file}
      onChoose={(chosen) => {
        onChoose(chosen)
        setFile(chosen)
      }}
      onRemove={() => setFile(null)}
      {...(sending !== undefined && { sending })}
    />
  )
}

function drop(files: readonly File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const place = page.getByText('or drop it here').element()
  place.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
  place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}

describe('file upload', () => {
  it('can be reached with Tab, opens with Space, and names the accepted types', async () => {
    await render(<Upload />)
    await userEvent.tab()
    await expect.element(input).toHaveFocus()
    await expect.element(input).toHaveAccessibleDescription('CSV, up to 20 MB')
    await expect.element(input).toHaveAttribute('accept', '.csv')
    const opened = vi.fn<() => void>()
    input.element().addEventListener('click', (event) => {
      // Prevents the system's file window, which would block the test.
      event.preventDefault()
      opened()
    })
    await userEvent.keyboard(' ')
    expect(opened).toHaveBeenCalledTimes(1)
  })

  it('announces the chosen file politely, and the file can be removed', async () => {
    const onChoose = vi.fn<(file: File) => void>()
    await render(<Upload onChoose={onChoose} />)
    await userEvent.upload(input, people())
    await expect.element(page.getByRole('status')).toHaveTextContent('people.csv, 8 bytes')
    expect(onChoose.mock.calls[0]?.[0].name).toBe('people.csv')
    await page.getByRole('button', { name: 'Remove people.csv' }).click()
    await expect.element(page.getByRole('status')).toHaveTextContent('')
  })

  it('accepts a dropped file, but neither other types nor two files', async () => {
    const onChoose = vi.fn<(file: File) => void>()
    await render(<Upload onChoose={onChoose} />)
    drop([new File(['x'], 'people.exe')])
    await expect.element(input).toHaveAccessibleDescription(/This kind of file cannot be read here.*\.csv/)
    await expect.element(input).toBeInvalid()
    drop([people(), people()])
    await expect.element(input).toHaveAccessibleDescription(/Please choose one file at a time/)
    expect(onChoose).not.toHaveBeenCalled()
    drop([people()])
    await expect.element(page.getByRole('status')).toHaveTextContent('people.csv, 8 bytes')
    expect(onChoose).toHaveBeenCalledTimes(1)
  })

  it('shows its progress, and accepts no other file until the upload is done', async () => {
    const onChoose = vi.fn<(file: File) => void>()
    const { rerender } = await render(<Upload onChoose={onChoose} />)
    await userEvent.upload(input, people())
    await rerender(<Upload onChoose={onChoose} sending={0.45} />)
    const bar = page.getByRole('progressbar', { name: 'Sending people.csv' })
    await expect.element(bar).toHaveAttribute('value', '0.45')
    await expect.element(page.getByText('45%')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'People file Choose another file' })).toBeDisabled()
    drop([people()])
    expect(onChoose).toHaveBeenCalledTimes(1)
    await rerender(<Upload onChoose={onChoose} sending={null} />)
    await expect.element(bar).not.toHaveAttribute('value')
  })
})
