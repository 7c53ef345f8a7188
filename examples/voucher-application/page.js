// The token is in the fragment, which browsers do not send to servers. It is removed from the address at once.
const token = new URLSearchParams(location.hash.slice(1)).get('access_token')
history.replaceState(null, '', location.pathname)

const part = (id) => document.getElementById(id)
const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const states = { saved: 'Saved', placed: 'Placed' }

function tell(portal, message) {
  if (window.parent !== window) window.parent.postMessage({ from: 'voucher-application', ...message }, portal)
}

function voucherDate(date) {
  const [year, month, day] = date.split('-')
  return `${day}.${month}.${year.slice(2)}`
}

function say(words) {
  part('words').textContent = words
  part('words').hidden = words === ''
}

async function load() {
  if (!token) return say('Please open this page from your benefits portal.')
  let answer
  try {
    const response = await fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    answer = await response.json()
  } catch {
    part('again').hidden = false
    return say('We could not load your orders. Please try again.')
  }
  if (answer.why) {
    part('orders').hidden = true
    part('again').hidden = true
    say(
      answer.why === 'expired'
        ? 'You have been here for a while, so your access has run out. Please load the page again.'
        : 'We do not know who sent you here. Please open this page from your benefits portal.',
    )
    if (answer.portal) tell(answer.portal, { type: 'expired' })
    return
  }
  show(answer)
  tell(answer.portal, { type: 'ready' })
  tellHeight(answer.portal)
}

let watched
function tellHeight(portal) {
  watched ??= new ResizeObserver(([page]) => {
    tell(portal, { type: 'height', pixels: Math.ceil(page.borderBoxSize[0].blockSize) })
  }).observe(document.documentElement) ?? true
}

function show({ client, orders }) {
  part('title').textContent = `Voucher orders of ${client}`
  part('again').hidden = false
  part('orders').hidden = orders.length === 0
  say(orders.length === 0 ? 'There are no orders yet. They appear here once somebody chooses vouchers.' : '')
  const rows = orders.toReversed().map((order) => {
    const row = document.createElement('tr')
    const cells = [voucherDate(order.date), states[order.state], String(order.orders), money.format(order.amount)]
    for (const [place, text] of cells.entries()) {
      const cell = document.createElement(place === 0 ? 'th' : 'td')
      if (place === 0) cell.scope = 'row'
      if (place > 1) cell.className = 'number'
      cell.textContent = text
      row.append(cell)
    }
    return row
  })
  part('orders').querySelector('tbody').replaceChildren(...rows)
}

part('again').addEventListener('click', () => void load())
void load()
