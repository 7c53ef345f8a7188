import { escapeHtml } from '../contract/escape-html.ts'
import { manualStyles } from './api-description-styles.ts'
import { introduction, type OpenApi, type Operation } from './openapi.ts'

type Listed = { path: string; method: string; operation: Operation }

/** Returns the API description as a page of plain HTML with anchors: no scripts, nothing to load. */
export function apiDescriptionPage(document: OpenApi): string {
  const calls: Listed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const areas = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(document.info.title)}: API</title>
<style>${manualStyles}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><h1>${text(document.info.title)}: API</h1>
<p>${calls.length} calls, as <a href="/api/openapi.json">OpenAPI ${text(document.openapi)}</a>.</p>
${introduction.map((line) => `<p>${text(line)}</p>`).join('\n')}</header>
<nav aria-label="Calls">${areas.map(contents).join('')}</nav>
<main id="calls">
${areas.map(chapter).join('\n')}
</main>
</body>
</html>
`
}

function contents({ name, calls }: { name: string; calls: Listed[] }): string {
  const lines = calls.map(
    ({ operation }) => `<li><a href="#${operation.operationId}">${text(operation.summary)}</a></li>`,
  )
  return `<details open><summary>${text(heading(name))}</summary><ul>${lines.join('')}</ul></details>`
}

function chapter({ name, calls }: { name: string; calls: Listed[] }): string {
  return `<section id="area-${name}"><h2>${text(heading(name))}</h2>${calls.map(entry).join('\n')}</section>`
}

function entry({ path, method, operation }: Listed): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const statuses = Object.entries(responses)
  const audit = operation['x-audit'] ? [`Recorded in the audit as ${operation['x-audit']}.`] : []
  return `<article id="${operationId}"><h3><a href="#${operationId}">${text(summary)}</a></h3>
<p class="line"><span class="method ${method.toLowerCase()}">${method}</span> <code>${text(path).replaceAll('/', '/<wbr>')}</code></p>
${[...description.split('\n\n'), ...audit].map((line) => `<p>${text(line)}</p>`).join('')}
${parameters.length > 0 ? schemaOf('Parameters', parameters) : ''}${requestBody ? schemaOf('Body', requestBody.content) : ''}
${statuses
  .filter(([status]) => status < '300')
  .map(([status, answer]) => schemaOf(`Answer ${status}`, answer.content))
  .join('')}
${refusalsOf(statuses)}</article>`
}

function schemaOf(title: string, schema: unknown): string {
  return `<details><summary>${title}</summary><pre>${text(JSON.stringify(schema, null, 1))}</pre></details>`
}

function refusalsOf(statuses: [string, Operation['responses'][string]][]): string {
  const lines = statuses
    .filter(([status]) => status >= '300')
    .flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ examples = {} }) =>
        Object.entries(examples).map(([code, { value }]) => {
          // Examples of refusals have a `message`.
          const { message } = value as { message: string }
          return `<div><dt><code>${status} ${text(code)}</code></dt><dd>${text(message)}</dd></div>`
        }),
      ),
    )
  return lines.length > 0 ? `<h4>Refusals</h4><dl>${lines.join('')}</dl>` : ''
}

function heading(area: string): string {
  const said = area.replaceAll('-', ' ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

const text = escapeHtml
