import { fileMessages } from './file.messages.ts'
import { SelectField } from './SelectField.tsx'

export type FileFormat = 'csv' | 'xlsx'

/** As what a file is downloaded: for other programs, or for a spreadsheet. */
export function FileFormatField({ value, onChange }: { value: FileFormat; onChange: (format: FileFormat) => void }) {
  return (
    <SelectField
      label={fileMessages.format}
      isFilter
      value={value}
      onChange={(chosen) => onChange(chosen === 'xlsx' ? 'xlsx' : 'csv')}
      choices={[
        { value: 'csv', label: fileMessages.csv },
        { value: 'xlsx', label: fileMessages.xlsx },
      ]}
    />
  )
}
