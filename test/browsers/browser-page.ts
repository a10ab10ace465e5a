import type { Automation } from './automation.ts'
import { describeElement, type ElementKind, findElement } from './find-element.ts'

export type Target = {
  kind: ElementKind
  /** Matches the accessible name or the text of the element. A string must be equal, a pattern must match. */
  name: string | RegExp
  /** Searches only inside the elements of this selector. */
  within?: string
  index?: number
}

/** WebDriver's code points for keys without a character. */
const namedKeys: Record<string, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Tab: '\uE004',
  Control: '\uE009',
  Shift: '\uE008',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  End: '\uE010',
  Home: '\uE011',
}
const keyOf = (name: string) => namedKeys[name] ?? name

/**
 * Controls one page as a person does. Each action waits for its element, and throws an error that names the element if
 * it does not appear.
 */
export function openBrowserPage(automation: Automation, timeoutMs = 20_000) {
  const { evaluate } = automation

  async function until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
    const endAt = Date.now() + timeoutMs
    let problem = ''
    while (Date.now() < endAt) {
      const seen = await look().catch((error: Error) => {
        // The expression can fail while the page navigates.
        problem = ` (${error.message})`
        return null
      })
      if (seen) return seen
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${what} did not come in ${timeoutMs / 1000} s${problem} on ${await evaluate('location.href')}`)
  }

  const locate = (target: Target) =>
    until(describeElement(target), async () => (await evaluate(findElement(target))) as { x: number; y: number } | null)

  const press = async (...chord: string[]) => {
    const keys = chord.map(keyOf)
    const down = keys.map((value) => ({ type: 'keyDown', value }))
    const up = keys.reverse().map((value) => ({ type: 'keyUp', value }))
    await automation.perform([{ type: 'key', id: 'keyboard', actions: [...down, ...up] }])
  }

  async function clickAt({ x, y }: { x: number; y: number }) {
    const move = { type: 'pointerMove', duration: 0, x, y, origin: 'viewport' }
    const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
    await automation.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }

  const page = {
    ...automation,
    until,
    /** Opens a page. If the page has a script, waits until the script handles input. */
    async open(url: string) {
      await automation.goto(url)
      const listens = `document.readyState === 'complete' &&
        (!document.querySelector('link[rel=modulepreload]') || performance.getEntriesByName('interactive').length > 0)`
      await until('An interactive page', async () => (await evaluate(listens)) as boolean)
    },
    see: async (kind: ElementKind, name: string | RegExp, where: Omit<Target, 'kind' | 'name'> = {}) => {
      await locate({ kind, name, ...where })
    },
    async gone(kind: ElementKind, name: string | RegExp) {
      const target = { kind, name }
      await until(`${describeElement(target)} to go`, async () => (await evaluate(findElement(target))) === null)
    },
    async click(kind: ElementKind, name: string | RegExp, where: Omit<Target, 'kind' | 'name'> = {}) {
      await clickAt(await locate({ kind, name, ...where }))
    },
    press,
    /** Types a text key by key. */
    async type(text: string) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await automation.perform([{ type: 'key', id: 'keyboard', actions }])
    },
    /** Replaces the content of a field. */
    async fill(name: string | RegExp, text: string, where: Omit<Target, 'kind' | 'name'> = {}) {
      await page.click('field', name, where)
      await press('Control', 'a')
      await page.type(text)
    },
    address: async () => String(await evaluate('location.href')),
    /** Waits until the field of this name has the focus. */
    async focused(name: string) {
      const label = JSON.stringify(name)
      const isFocused = `document.activeElement?.getAttribute('aria-label') === ${label}`
      await until(`The focus of “${name}”`, async () => (await evaluate(isFocused)) as boolean)
    },
    /** Waits until the path and query of the page match. */
    async arrive(pattern: RegExp) {
      const path = 'document.readyState === "complete" && location.pathname + location.search'
      await until(`The address ${pattern}`, async () => pattern.test(String(await evaluate(path))))
    },
    /** Waits until an expression is true in the page. */
    async holds(what: string, expression: string) {
      await until(what, async () => (await evaluate(expression)) as boolean)
    },
  }
  return page
}

export type BrowserPage = ReturnType<typeof openBrowserPage>
