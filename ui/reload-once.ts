import { connectionLost } from '../contract/call-failed.ts'
import { errorMessages } from '../contract/messages.ts'
import { storeItem } from './store-item.ts'

const KEY = 'reloaded'

const changedInputs = new Set<Element>()

addEventListener('input', ({ target }) => {
  for (const input of changedInputs) if (!input.isConnected) changedInputs.delete(input)
  if (target instanceof Element) changedInputs.add(target)
})

/** Reloads the page after an update of the portal, once until logout. Returns a message if it does not reload. */
export async function reloadOnce({ keepInput = false } = {}): Promise<string> {
  const reply = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!reply) return connectionLost
  if (reply.ok && !(KEY in sessionStorage)) {
    if (keepInput && isInUse()) return errorMessages.reloadNeeded
    storeItem(sessionStorage, KEY, KEY)
    // Without storage, the page could reload again and again.
    if (KEY in sessionStorage) {
      location.reload()
      await new Promise(() => undefined)
    }
  }
  return errorMessages.retryLater
}

function isInUse(): boolean {
  return document.querySelector('dialog[open]') !== null || [...changedInputs].some((input) => input.isConnected)
}
