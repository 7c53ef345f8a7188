import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type CDPSession, type Page } from '@playwright/test'
import { hasNothingToDo } from './wait-until-idle.ts'

// Uses a page as a screen reader does: by names, roles, states, announcements and the focus, with the keyboard.
// TRANSCRIPTS=1 writes what was heard to docs/transcripts.

type Heard = { text: string; urgent: boolean }

type Value = { value?: string | number | boolean }
type AxNode = {
  nodeId: string
  ignored: boolean
  role?: Value
  name?: Value
  description?: Value
  value?: Value
  properties?: { name: string; value: Value }[]
  childIds?: string[]
  backendDOMNodeId?: number
}

export type Name = string | RegExp

const needsName = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'spinbutton',
  'combobox',
  'checkbox',
  'radio',
  'slider',
  'switch',
  'tab',
  'menuitem',
  'dialog',
  'alertdialog',
  'DisclosureTriangle',
])
const containers = new Set(['main', 'dialog', 'alertdialog', 'list', 'table', 'group', 'radiogroup', 'article', 'menu'])
const silent = new Set(['InlineTextBox', 'LineBreak', 'generic', 'none', 'presentation', 'paragraph', 'ListMarker'])
const modals = ['dialog', 'alertdialog']

export class ScreenReader {
  private readonly lines: string[] = []
  private heard: Heard[] = []
  private title = ''
  private modal = ''
  private focus = ''

  private readonly page: Page
  private readonly session: CDPSession
  private readonly file: string

  private constructor(page: Page, session: CDPSession, file: string) {
    this.page = page
    this.session = session
    this.file = file
  }

  static async start(page: Page, file: string): Promise<ScreenReader> {
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    await session.send('DOM.enable')
    const reader = new ScreenReader(page, session, file)
    await page.exposeFunction('heardByScreenReader', (one: Heard) => void reader.heard.push(one))
    await page.addInitScript(listen)
    return reader
  }

  /** Opens an address as in a new page of the browser. Everything else is reached from there. */
  async open(address: string): Promise<void> {
    this.lines.push(`**Opens** ${new URL(address).pathname.replace(/[\w-]{20,}/, '…')}`, '')
    await this.page.goto(address)
    await this.listen()
  }

  press(role: string, name: Name): Promise<void> {
    return this.act('Presses', role, name, () => this.page.keyboard.press('Enter'))
  }

  choose(role: 'checkbox' | 'radio', name: Name): Promise<void> {
    return this.act('Chooses', role, name, () => this.page.keyboard.press('Space'))
  }

  type(role: 'textbox' | 'searchbox' | 'Date', name: Name, text: string, { secret = false } = {}): Promise<void> {
    return this.act(secret ? 'Types a secret into' : `Types “${text}” into`, role, name, async () => {
      await this.page.keyboard.press('ControlOrMeta+A')
      await this.page.keyboard.type(text)
    })
  }

  /** Chooses an option of a select by its first letters. */
  select(name: Name, option: string): Promise<void> {
    return this.act(`Chooses “${option}” in`, 'combobox', name, () => this.page.keyboard.type(option))
  }

  async key(key: string): Promise<void> {
    const before = await this.focused()
    this.lines.push('', `**Presses the key** ${key}`, '')
    await this.page.keyboard.press(key)
    await this.listen(describe(before))
  }

  async hears(text: Name): Promise<void> {
    const said = () => this.lines.slice(this.lastAction()).join('\n')
    await expect(async () => {
      await this.note()
      if (typeof text === 'string') expect(said()).toContain(text)
      else expect(said()).toMatch(text)
    }, `announced in ${this.file}`).toPass({ timeout: 15_000 })
  }

  /** Checks that an element is in a screen reader's lists of headings, links and fields. */
  async finds(role: string, name: Name): Promise<void> {
    await this.find(role, name)
  }

  async end(title: string): Promise<void> {
    await this.note()
    if (!process.env['TRANSCRIPTS']) return
    const folder = join(import.meta.dirname, '../../docs/transcripts')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${this.file}.md`), `# ${title}\n\n${this.lines.map(masked).join('\n').trimEnd()}\n`)
  }

  private async act(verb: string, role: string, name: Name, work: () => Promise<unknown>): Promise<void> {
    const node = await this.find(role, name)
    if (node.backendDOMNodeId === undefined) throw new Error(`${role} ${String(name)} is no element`)
    await this.session.send('DOM.focus', { backendNodeId: node.backendDOMNodeId })
    this.heard = []
    const before = describe(await this.focused())
    this.lines.push('', `**${verb}** ${before}`, '')
    await work()
    await this.listen(before)
  }

  /** Records what is heard, and fails if it is nothing. `focus` is the element focused before the action. */
  private async listen(focus?: string): Promise<void> {
    this.focus = focus ?? ''
    const known = this.lines.length
    const { nodes, focused } = await this.note()
    const after = `in ${this.file} after:\n${this.lines.slice(this.lastAction()).join('\n')}`
    const unnamed = nodes.filter((node) => !node.ignored && needsName.has(roleOf(node)) && textOf(node.name) === '')
    expect(unnamed.map(describe), `without a name ${after}`).toEqual([])
    if (focus === undefined) return
    expect(this.lines.length, `Nothing is heard ${after}`).toBeGreaterThan(known)
    expect(roleOf(focused), `The focus is lost ${after}`).toMatch(/^(?!RootWebArea$)./)
  }

  private async note(): Promise<{ nodes: AxNode[]; focused: AxNode | undefined }> {
    const tree = await this.settled()
    const { nodes, focused } = tree
    for (const { text, urgent } of this.heard.splice(0)) this.lines.push(`- ${urgent ? 'alert' : 'says'}: ${text}`)
    const title = await this.page.title()
    const modal = nodes.findLast((node) => modals.includes(roleOf(node)) && !node.ignored)
    const isNew = title !== this.title || (modal && describe(modal) !== this.modal)
    if (title !== this.title) this.lines.push(`- page: ${title}`)
    if (describe(focused) !== this.focus) this.lines.push(`- focus: ${describe(focused)}`)
    this.title = title
    this.modal = modal ? describe(modal) : ''
    this.focus = describe(focused)
    if (isNew) this.lines.push('', ...reading(nodes, modal ?? nodes.find((node) => roleOf(node) === 'main')))
    return tree
  }

  private async settled(): Promise<{ nodes: AxNode[]; focused: AxNode | undefined }> {
    let last = ''
    for (let tries = 0; tries < 50; tries += 1) {
      await hasNothingToDo(this.page)
      const tree = await this.tree()
      const now = [await this.page.title(), describe(tree.focused), this.heard.length].join(' | ')
      const isBusy = isTrue(propertyOf(tree.focused, 'busy')) || isTrue(propertyOf(tree.focused, 'disabled'))
      if (now === last && !isBusy) return tree
      last = now
    }
    return this.tree()
  }

  private lastAction(): number {
    return this.lines.findLastIndex((line) => line.startsWith('**'))
  }

  private async find(role: string, name: Name): Promise<AxNode> {
    let found: AxNode[] = []
    await expect(async () => {
      const { nodes } = await this.tree()
      const all = nodes.filter((node) => !node.ignored && roleOf(node) === role)
      found = all.filter((node) => isNamed(node, name))
      expect(found.length, `${role} ${String(name)} among: ${all.map(describe).join(' | ')}`).toBe(1)
    }).toPass({ timeout: 8000 })
    // The check above ensures that an element was found.
    return found[0] as AxNode
  }

  private async focused(): Promise<AxNode | undefined> {
    return (await this.tree()).focused
  }

  private async tree(): Promise<{ nodes: AxNode[]; focused: AxNode | undefined }> {
    const { nodes } = (await this.session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
    const focused = nodes.filter((node) => propertyOf(node, 'focused') === true)
    return { nodes, focused: focused.at(-1) }
  }
}

function reading(nodes: readonly AxNode[], from: AxNode | undefined): string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  const read = (node: AxNode): void => {
    const role = roleOf(node)
    const name = textOf(node.name)
    if (role === 'StaticText') return void lines.push(name)
    if (!node.ignored && !silent.has(role) && (name !== '' || containers.has(role))) lines.push(describe(node))
    if (needsName.has(role) && !modals.includes(role)) return
    if (role === 'heading' || role === 'image') return
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child) read(child)
    }
  }
  if (from) read(from)
  // A label is read together with its field.
  const isLabel = (line: string, next = '') => next.startsWith(`${line}, `) || (line !== '' && next === line)
  const spoken = lines.filter((line) => line !== '' && line !== 'list' && line !== 'group')
  return spoken
    .filter((line, index) => !isLabel(line, spoken[index + 1]) && !spoken[index - 1]?.startsWith(`${line}, `))
    .map((line) => `> ${line}  `)
}

/** Returns for example "Next, button" or "Email, edit, required, invalid: This field is required". */
function describe(node: AxNode | undefined): string {
  if (!node) return 'nothing'
  const spoken = (property: string, words: string) => (isTrue(propertyOf(node, property)) ? [words] : [])
  const expanded = propertyOf(node, 'expanded')
  const checked = propertyOf(node, 'checked')
  const pressed = propertyOf(node, 'pressed')
  const level = propertyOf(node, 'level')
  const value = textOf(node.value)
  return [
    textOf(node.name),
    roleOf(node) === 'DisclosureTriangle' ? 'summary' : roleOf(node),
    ...(roleOf(node) === 'heading' ? [`level ${String(level)}`] : []),
    ...(checked === undefined ? [] : [isTrue(checked) ? 'checked' : 'not checked']),
    ...(pressed === undefined ? [] : [isTrue(pressed) ? 'pressed' : 'not pressed']),
    ...(expanded === undefined ? [] : [expanded === true ? 'expanded' : 'collapsed']),
    ...spoken('selected', 'selected'),
    ...spoken('required', 'required'),
    ...spoken('invalid', 'invalid'),
    ...spoken('disabled', 'unavailable'),
    ...(value && roleOf(node) !== 'RootWebArea' ? [`“${value}”`] : []),
    textOf(node.description),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function isNamed(node: AxNode, name: Name): boolean {
  const own = textOf(node.name)
  return typeof name === 'string' ? own === name : name.test(own)
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function roleOf(node: AxNode | undefined): string {
  return String(node?.role?.value ?? '')
}

function textOf(value: Value | undefined): string {
  return String(value?.value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function propertyOf(node: AxNode | undefined, name: string): unknown {
  return node?.properties?.find((one) => one.name === name)?.value.value
}

function masked(line: string): string {
  return line.replaceAll(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/g, '(a key)')
}

// Reports changes of live regions that assistive technology can reach. A region behind an open dialog is not announced.
const listen = `{
  const known = new WeakMap()
  const regions = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output'
  const look = () => {
    const open = [...document.querySelectorAll('dialog')].filter((dialog) => dialog.matches(':modal')).at(-1)
    for (const region of document.querySelectorAll(regions)) {
      const reached = region.checkVisibility() && !region.closest('[aria-hidden=true], [inert]') && (!open || open.contains(region))
      const text = reached ? region.innerText.replace(/\\s+/g, ' ').trim() : ''
      const before = known.get(region)
      known.set(region, text)
      if (text && text !== before) heardByScreenReader({ text, urgent: region.matches('[role=alert], [aria-live=assertive]') })
    }
  }
  const begin = () => {
    look()
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  }
  document.readyState === 'loading' ? addEventListener('DOMContentLoaded', begin) : begin()
}`
