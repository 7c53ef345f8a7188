import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { saveFile } from './save-file.ts'

afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

it('announces that a file was downloaded, even in an open dialog', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const file = { fileName: 'people.csv', mediaType: 'text/csv', bytes: new Uint8Array([65]) }
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  saveFile(file)
  await expect.element(page.getByRole('status')).toHaveTextContent('The file has been downloaded')
  expect(dialog.querySelector('[role=status]')).toBeNull()
  dialog.showModal()
  saveFile(file)
  await expect.poll(() => dialog.querySelector('[role=status]')?.textContent).toBe('The file has been downloaded')
})
