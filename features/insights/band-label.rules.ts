import { insightsMessages } from './insights.messages.ts'

export function bandLabel(band: string): string {
  const labels: Readonly<Record<string, string>> = insightsMessages.band
  return labels[band] ?? band
}
