import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { uploadPage, type LoadStatus, type LoadView } from './data-uploads.contract.ts'
import { loadStep, type LoadWish } from './load-states.rules.ts'
import { viewOf } from './load-views.server.ts'
import { baseVersionOf, findLoad, holdBeginnings, loadUnderWayOf, moveLoad } from './loads.queries.ts'
import { dropUncounted } from './staged-rows.queries.ts'

type Asked = {
  id: string
  status: LoadWish
  preview?: string | undefined
  by: PersonId
  now: Date
  requestId: string
}

type ChangeOutcome =
  | { outcome: 'done'; view: LoadView }
  | { outcome: 'not-there' }
  | { outcome: 'moved-on'; status: LoadStatus }
  | { outcome: 'drifted'; status: LoadStatus }
  | { outcome: 'under-way'; id: string }

/**
 * What an employer wants of an upload. Asked for once more it is done already; where the preview is not that of what stands,
 * or what it stands on has changed, nothing is confirmed and it is checked anew (S-56).
 */
export async function changeLoad(tx: Tx, clientId: ClientId, asked: Asked): Promise<ChangeOutcome> {
  const changed = await change(tx, clientId, asked)
  if (changed !== 'done') return changed
  const load = await findLoad(tx, clientId, asked)
  if (!load) throw new Error('An upload that was there is gone')
  return { outcome: 'done', view: await viewOf(tx, clientId, { load, page: 1, range: uploadPage.usual }) }
}

async function change(
  tx: Tx,
  clientId: ClientId,
  { id, status: wish, preview, by, now, requestId }: Asked,
): Promise<Exclude<ChangeOutcome, { outcome: 'done' }> | 'done'> {
  const load = await findLoad(tx, clientId, { id, forChange: true })
  if (!load) return { outcome: 'not-there' }
  const { status } = load
  const step = loadStep(status, wish)
  if (step.outcome === 'already') return 'done'
  if (step.outcome === 'refused') return { outcome: 'moved-on', status }
  if (wish === 'confirmed') {
    if (preview !== undefined && preview !== load.preview) return { outcome: 'drifted', status }
    if ((await baseVersionOf(tx, clientId)) !== load.baseVersion) {
      const anew = { status: 'checking', preview: null, madeAnew: true } as const
      await moveLoad(tx, clientId, { id, from: status, change: anew })
      return { outcome: 'drifted', status: 'checking' }
    }
  }
  if (wish === 'undone') {
    await holdBeginnings(tx, clientId)
    const underWay = await loadUnderWayOf(tx, clientId)
    if (underWay) return { outcome: 'under-way', id: underWay.id }
  }
  await moveLoad(tx, clientId, { id, from: status, change: { status: step.to, changedBy: by } })
  if (wish === 'cancelled') await dropUncounted(tx, clientId, { loadId: id })
  await appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      actor: by,
      subject: by,
      action: 'data-load.changed',
      details: { loadId: id, status: wish },
      requestId,
    },
  ])
  return 'done'
}
