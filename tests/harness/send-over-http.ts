import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export type HttpRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer }
export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends one request with any Host header over a real connection. Redirects are not followed. */
export async function sendOverHttp(
  port: number,
  { method = 'GET', path, headers, body }: HttpRequest,
): Promise<HttpAnswer> {
  const asking = request({ host: '127.0.0.1', port, method, path, agent: false, headers: { ...headers } })
  asking.end(body)
  // The response of a client request is an IncomingMessage.
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}
