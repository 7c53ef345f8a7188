import { connectionLost } from '../contract/call-failed.ts'
import { errorMessages } from '../contract/messages.ts'
import { storeItem } from './store-item.ts'

const KEY = 'reloaded'

/** Reloads a page whose files an update replaced, at most once until the next logout. Returns a message if that can't help. */
export async function reloadOnce(): Promise<string> {
  const reply = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!reply) return connectionLost
  if (reply.ok && !(KEY in sessionStorage)) {
    storeItem(sessionStorage, KEY, KEY)
    // Without storage, the page could reload again and again.
    if (KEY in sessionStorage) {
      location.reload()
      await new Promise(() => undefined)
    }
  }
  return errorMessages.retryLater
}
