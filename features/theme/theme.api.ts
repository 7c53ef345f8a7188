import { handle, type Handler } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { readScheme, readTheme } from '../../services/theme/theme.contract.ts'
import { readSchemeTheme, readThemeReply } from '../../services/theme/theme.queries.ts'
import { emptyTheme } from '../../services/theme/theme.rules.ts'

export const themeHandlers = ({ findClient, inClient }: AppContext): Handler[] => [
  handle(readTheme, async ({ params }) => {
    const clientId = await findClient(params.id.toLowerCase())
    return clientId ? inClient(clientId, (tx) => readThemeReply(tx, clientId)) : emptyTheme
  }),

  handle(readScheme, ({ tx, clientId, today }) => readSchemeTheme(tx, clientId, today)),
]
