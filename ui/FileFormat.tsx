import { fileFormatMessages } from './file-format.messages.ts'
import { SelectField } from './SelectField.tsx'

export type FileFormat = 'csv' | 'xlsx'

export function FileFormatField({ value, onChange }: { value: FileFormat; onChange: (format: FileFormat) => void }) {
  return (
    <SelectField
      label={fileFormatMessages.format}
      isFilter
      value={value}
      onChange={(chosen) => onChange(chosen === 'xlsx' ? 'xlsx' : 'csv')}
      choices={[
        { value: 'csv', label: fileFormatMessages.csv },
        { value: 'xlsx', label: fileFormatMessages.xlsx },
      ]}
    />
  )
}
