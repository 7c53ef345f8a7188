import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string }
export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** One request over a real connection that is closed afterwards, with any Host; redirects are not followed. */
export async function askOverHttp(port: number, { method = 'GET', path, headers, body }: Asked): Promise<HttpAnswer> {
  const asking = request({ host: '127.0.0.1', port, method, path, agent: false, headers: { ...headers } })
  asking.end(body)
  // What a client's request is answered with is a message.
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}
