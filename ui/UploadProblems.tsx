import type { ReactNode } from 'react'
import { DataTable, type Column } from './DataTable.tsx'
import { fileMessages } from './file.messages.ts'

export type UploadProblem = { row: number; column: string; value: string; rule: string }

const columns: readonly Column<UploadProblem>[] = [
  { key: 'row', header: fileMessages.row, cell: ({ row }) => row, rowHeader: true },
  { key: 'column', header: fileMessages.column, cell: ({ column }) => column },
  { key: 'value', header: fileMessages.value, cell: ({ value }) => value || fileMessages.empty },
  { key: 'rule', header: fileMessages.rule, cell: ({ rule }) => rule },
]

export function UploadProblems({
  problems,
  found,
  footer,
}: {
  problems: readonly UploadProblem[]
  found?: string
  footer?: ReactNode
}) {
  return (
    <DataTable
      caption={fileMessages.problems}
      columns={columns}
      rows={problems}
      rowKey={({ row, column, rule }) => `${row} ${column} ${rule}`}
      state="ready"
      empty={null}
      failed={null}
      {...(found !== undefined && { found })}
      footer={footer}
    />
  )
}
