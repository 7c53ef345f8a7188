import type { LoadView } from './data-uploads.contract.ts'
import { LeftPeople } from './LeftPeople.tsx'
import { LoadEffect } from './LoadEffect.tsx'
import { LoadProblems } from './LoadProblems.tsx'

type LoadBodyProps = { load: LoadView; page: number; onPage: (page: number) => void }

/** What there is to look at of an upload, as far as it has come. */
export function LoadBody({ load, page, onPage }: LoadBodyProps) {
  switch (load.status) {
    case 'refused':
      return <LoadProblems load={load} page={page} onPage={onPage} />
    case 'ready':
    case 'committing':
    case 'confirmed':
      return <LoadEffect load={load} />
    case 'undone':
      return load.undone && <LeftPeople id={load.id} undone={load.undone} />
    case 'checking':
    case 'uploading':
    case 'undoing':
    case 'cancelled':
    case 'failed':
      return null
  }
}
