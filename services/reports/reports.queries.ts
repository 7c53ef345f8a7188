import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { Download } from '../../contract/endpoint.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { unpackStored, type StoredBytes, compressForStorage } from './stored-file.queries.ts'
import type { StoredReport } from './read-report.server.ts'
import type { ReportLayout } from './report-layout.rules.ts'
import type { ReportType, ReportView } from './reports.contract.ts'

export type NewReport = {
  type: ReportType
  year: number
  month: number
  label: string
  providerName?: string
  periodId?: string
  file: Omit<Download, 'bytes'> & { bytes: Parameters<typeof compressForStorage>[0] }
  layout?: ReportLayout | null
  id?: string
  createdAt?: string
}

export async function addReport(tx: Tx, clientId: ClientId, report: NewReport): Promise<string> {
  const { id } = await tx
    .insertInto('report_run')
    .values({
      client_id: clientId,
      ...(report.id !== undefined && { id: report.id }),
      ...(report.createdAt !== undefined && { created_at: report.createdAt }),
      type: report.type,
      year: report.year,
      month: report.month,
      label: report.label,
      provider_name: report.providerName ?? null,
      period_id: report.periodId ?? null,
      file_name: report.file.fileName,
      media_type: report.file.mediaType,
      layout: report.layout ? JSON.stringify(report.layout) : null,
      ...(await compressForStorage(report.file.bytes)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function newestReportedMonth(
  tx: Tx,
  clientId: ClientId,
  { provider }: { provider: string },
): Promise<IsoDate | undefined> {
  const { rows } = await sql<{ first: IsoDate | null }>`
    select max(make_date(year, month, 1)) as first
    from report_run
    where client_id = ${clientId}
      and type = 'provider'
      and provider_name = ${provider}
  `.execute(tx)
  return rows[0]?.first ?? undefined
}

/**
 * Returns the ends of cover in the previous month's reports, and the time of the provider's report.
 * If the provider has none, returns the time of that month's first report.
 */
export async function previousReport(
  tx: Tx,
  clientId: ClientId,
  { provider, day }: { provider: string; day: IsoDate },
): Promise<{ at: string | null; ends: string[] | null }> {
  const { rows } = await sql<{ at: string | null; ends: string[] | null }>`
    with month_before as (
      select id, provider_name, created_at
      from report_run
      where client_id = ${clientId}
        and type = 'provider'
        and make_date(year, month, 1) = date_trunc('month', ${day}::date) - interval '1 month'
    ),
    previous as (
      select coalesce(max(created_at) filter (where provider_name = ${provider}), min(created_at)) as at
      from month_before
    )
    select
      at,
      (
        select
          case
            when bool_or(layout ? 'ends')
              then coalesce(jsonb_agg(ended.key) filter (where ended.key is not null), '[]')
          end
        from report_run
        left join lateral jsonb_array_elements(layout -> 'ends') as ended (key) on true
        where client_id = ${clientId}
          and type = 'provider'
          -- A report of several months may name an end in an earlier one.
          and (id in (select id from month_before) or provider_name = ${provider} and created_at = at)
      ) as ends
    from previous
  `.execute(tx)
  return rows[0] ?? { at: null, ends: null }
}

export type ReportFilter = {
  type?: ReportType | undefined
  year?: number | undefined
  month?: number | undefined
  provider?: string | undefined
}

export function findReports(
  tx: Tx,
  clientId: ClientId,
  { type, year, month, provider }: ReportFilter,
): Promise<ReportView[]> {
  return tx
    .selectFrom('report_run')
    .select(['id', 'type', 'year', 'month', 'label', 'provider_name as providerName', 'created_at as timestamp'])
    .where('client_id', '=', clientId)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'payroll'))
    .$if(year !== undefined, (query) => query.where('year', '=', year ?? 0))
    .$if(month !== undefined, (query) => query.where('month', '=', month ?? 0))
    .$if(provider !== undefined, (query) => query.where('provider_name', '=', provider ?? ''))
    .orderBy('year', 'desc')
    .orderBy('month', 'desc')
    .orderBy('provider_name')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export type CompressedReport = Omit<Download, 'bytes'> & StoredBytes & { label: string; layout: ReportLayout | null }

export function compressedReport(
  tx: Tx,
  clientId: ClientId,
  { reportId }: { reportId: string },
): Promise<CompressedReport | undefined> {
  return tx
    .selectFrom('report_run')
    .select((row) => [
      'label',
      'file_name as fileName',
      'media_type as mediaType',
      'bytes',
      'encoding',
      row.ref('layout').$castTo<ReportLayout | null>().as('layout'),
    ])
    .where('client_id', '=', clientId)
    .where('id', '=', reportId)
    .executeTakeFirst()
}

export async function reportFile(
  tx: Tx,
  clientId: ClientId,
  report: { reportId: string },
): Promise<(Download & StoredReport & { label: string }) | undefined> {
  const stored = await compressedReport(tx, clientId, report)
  return stored && unpackReport(stored)
}

export async function unpackReport(stored: CompressedReport): Promise<Download & StoredReport & { label: string }> {
  const { bytes, encoding, ...report } = stored
  return { ...report, bytes: await unpackStored({ bytes, encoding }) }
}

export type NamedReport = { id: string; fileName: string; createdAt: string }

export function reportsByIds(tx: Tx, clientId: ClientId, { ids }: { ids: readonly string[] }): Promise<NamedReport[]> {
  return tx
    .selectFrom('report_run')
    .select(['id', 'file_name as fileName', 'created_at as createdAt'])
    .where('client_id', '=', clientId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .execute()
}
