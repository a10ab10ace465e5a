import type { LeftOut } from '#contract/read-document.ts'
import type { HtmlElement } from './html-tree.ts'

const longestExample = 200

/** Collects what a reading leaves out, each element once, however often it is looked at. */
export function collectLeftOut() {
  const found = new Map<string, LeftOut>()
  const seen = new WeakSet<HtmlElement>()
  return {
    leave(element: HtmlElement, kept: LeftOut['kept'], address?: string) {
      if (seen.has(element)) return
      seen.add(element)
      const { name } = element
      const known = found.get(name)
      const example = address?.trim().slice(0, longestExample)
      if (known) known.count += 1
      else found.set(name, { element: name, kept, count: 1, ...(example && { example }) })
    },
    found: (): LeftOut[] => [...found.values()],
  }
}

export type Leave = ReturnType<typeof collectLeftOut>['leave']

/** Elements that say something to whoever reads a page, and are left out with all that is in them. */
export const told: ReadonlySet<string> = new Set([
  ...['script', 'svg', 'math', 'object', 'embed', 'applet', 'audio', 'video', 'canvas', 'frameset'],
  ...['select', 'textarea', 'noscript'],
])

/** Elements whose words stay, and whose look does not. */
export const unmarked: ReadonlySet<string> = new Set(['sub', 'sup', 'u', 'ins'])
