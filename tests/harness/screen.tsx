import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { render } from 'vitest-browser-react'
import { installTransport, type OutgoingCall, type Transport } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts'
import type { Refusal } from '../../contract/refusals.ts'
import '../../ui/tokens.css'
import { queries } from '../../web/queries.ts'

type Sent = OutgoingCall & { params: Record<string, string> }
type Answer = (sent: Sent) => unknown

/** A server's replies, by endpoint. A call without a reply fails the test. */
export class Answers {
  readonly sent: Sent[] = []
  private readonly answers = new Map<string, Answer>()

  to<E extends Endpoint>(endpoint: E, answer: ReplyOf<E> | ((sent: Sent) => ReplyOf<E> | Promise<ReplyOf<E>>)): this {
    this.answers.set(nameOf(endpoint), typeof answer === 'function' ? (answer as Answer) : () => answer)
    return this
  }

  refuse(endpoint: Endpoint, { code, status, message }: Refusal, errors: Record<string, string[]> = {}): this {
    this.answers.set(nameOf(endpoint), () => {
      throw new CallFailed(status, { code, message, error: message, ...(Object.keys(errors).length > 0 && { errors }) })
    })
    return this
  }

  drop(endpoint: Endpoint): this {
    this.answers.set(nameOf(endpoint), () => {
      throw new CallFailed(null)
    })
    return this
  }

  hang(endpoint: Endpoint): this {
    this.answers.set(
      nameOf(endpoint),
      ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    return this
  }

  bodiesTo(endpoint: Endpoint): unknown[] {
    return this.sent.filter((sent) => sent.endpoint === endpoint).map((sent) => sent.body)
  }

  install(): void {
    installTransport(this.transport)
  }

  readonly transport: Transport = async (outgoing) => {
    const sent = { ...outgoing, params: paramsIn(outgoing) }
    this.sent.push(sent)
    const answer = this.answers.get(nameOf(outgoing.endpoint))
    if (!answer) throw new Error(`No answer is set for ${nameOf(outgoing.endpoint)}`)
    const reply = await answer(sent)
    outgoing.signal?.throwIfAborted()
    return reply
  }
}

/** The portal's own rule: no retry after a refusal, two retries after a lost connection. */
const retryLikePortal = queries.getDefaultOptions().queries?.retry ?? false

export async function showScreen({
  at,
  route = '$',
  screen,
  answers,
  retry,
}: {
  at: string
  /** Route path as in `web/routes.tsx`: '/app/my-benefits/$benefitId'. */
  route?: string
  screen: ReactNode
  answers: Answers
  retry?: false
}) {
  answers.install()
  const client = new QueryClient({
    defaultOptions: { queries: { refetchOnWindowFocus: false, retry: retry ?? retryLikePortal, retryDelay: 1 } },
  })
  const history = createMemoryHistory({ initialEntries: [at] })
  const root = createRootRoute({ component: () => <Frame /> })
  const shownAt = createRoute({ getParentRoute: () => root, path: route, component: () => screen })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([shownAt, elsewhere]),
    history,
    defaultNotFoundComponent: () => null,
  })
  const shown = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { ...shown, client, history, address: () => history.location.href }
}

function Frame() {
  return (
    <main>
      <Outlet />
    </main>
  )
}

/** Checks that axe finds no violation of WCAG 2.2 AA on the page. */
export async function expectAccessible(): Promise<void> {
  await movementsEnded()
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // A component alone is not a page: the portal's frame has the titles and landmarks.
    rules: {
      // The gallery and the journeys check the contrast, and this check takes half of the time.
      'color-contrast': { enabled: false },
      'document-title': { enabled: false },
      'html-has-lang': { enabled: false },
      region: { enabled: false },
      'landmark-one-main': { enabled: false },
    },
    // Describing passed checks takes longer than finding violations.
    resultTypes: ['violations'],
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

/** Waits for transitions, because text that is fading in does not have its final contrast yet. */
async function movementsEnded(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

function paramsIn({ endpoint, address }: OutgoingCall): Record<string, string> {
  const pattern = endpoint.path.replace(/^\/|\/$/g, '').split('/')
  const parts =
    address
      .replace(/^\/api(\/v1)?\//, '')
      .split('?')[0]
      ?.split('/') ?? []
  return Object.fromEntries(
    pattern.flatMap((part, index) => (/^\{\w+\}$/.test(part) ? [[part.slice(1, -1), parts[index] ?? '']] : [])),
  )
}
