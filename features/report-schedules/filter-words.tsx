import { fileFormatMessages } from '../../ui/file-format.messages.ts'
import { scheduleMessages as say } from './report-schedules.messages.ts'

/** Returns the provider and format of a scheduled report in words. */
export function filterWords(query: string): string {
  const { provider, format } = Object.fromEntries(new URLSearchParams(query))
  const formatName = format && fileFormatMessages[format === 'xlsx' ? 'xlsx' : 'csv']
  return [provider || say.everything, formatName].filter(Boolean).join(', ')
}
