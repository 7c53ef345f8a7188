import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { paths } from '../../contract/paths.ts'
import type { Tx } from '../../platform/handle.ts'
import type { Audience } from './audience.rules.ts'
import type { HomeCard } from './home.contract.ts'

type Row = {
  position: number
  title: string
  content: string
  imageHash: string | null
  linkLabel: string | null
  link: string | null
  benefit: string | null
}

type HomeEntry = { card: HomeCard; benefit: string | null }

export async function readHomeCards(
  tx: Tx,
  clientId: ClientId,
  { kind, audience }: { kind: 'cards' | 'banners' | 'carousel'; audience: Audience },
): Promise<HomeEntry[]> {
  const { rows } = await sql<Row>`
    select
      page.position,
      page.title,
      page.content,
      picture.hash as "imageHash",
      page.details ->> 'linkLabel' as "linkLabel",
      page.details ->> 'link' as link,
      page.details ->> 'benefit' as benefit
    from content_page page
    left join client_picture picture
      on picture.client_id = page.client_id
      and picture.name = page.details ->> 'imageUrl'
    where page.client_id = ${clientId}
      and page.kind = ${kind}
      and coalesce(page.details ->> 'audience', ${audience}) = ${audience}
    order by page.position
  `.execute(tx)
  return rows.map((row) => ({
    card: {
      id: `${kind}-${row.position}`,
      title: row.title,
      text: row.content,
      imageUrl: row.imageHash && paths.picture(row.imageHash),
      linkLabel: row.linkLabel,
      link: row.link,
      order: row.position,
    },
    benefit: row.benefit,
  }))
}
