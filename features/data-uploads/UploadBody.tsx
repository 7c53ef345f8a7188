import type { UploadView } from './data-uploads.contract.ts'
import { UnchangedPeople } from './UnchangedPeople.tsx'
import { UploadEffect } from './UploadEffect.tsx'
import { FaultList } from './FaultList.tsx'

type UploadBodyProps = { upload: UploadView; page: number; onPage: (page: number) => void }

export function UploadBody({ upload, page, onPage }: UploadBodyProps) {
  switch (upload.status) {
    case 'refused':
      return <FaultList upload={upload} page={page} onPage={onPage} />
    case 'ready':
    case 'committing':
    case 'confirmed':
      return <UploadEffect upload={upload} />
    case 'undone':
      return upload.undone && <UnchangedPeople id={upload.id} undone={upload.undone} />
    case 'checking':
    case 'uploading':
    case 'undoing':
    case 'cancelled':
    case 'failed':
      return null
  }
}
