export type SchemeFault = { file: string; line: number; reason: string }

export function schemeFault({ file, line }: { file: string; line: number }, reason: string): SchemeFault {
  return { file, line, reason }
}

export function showFault(fault: SchemeFault): string {
  return `${fault.file}:${fault.line} ${fault.reason}`
}

export function inFileOrder(faults: SchemeFault[]): SchemeFault[] {
  return faults.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}
