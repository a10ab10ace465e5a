import { Mark, markInputRule } from '@tiptap/core'
import Code from '@tiptap/extension-code'
import type { TagParseRule } from '@tiptap/pm/model'
import type { LinkTarget } from '#contract/writing/document.ts'
import { ledTo } from '#web/editor/links/written-links.ts'
import { readWebAddress } from '#web/lib/intake/web-address.ts'
import { parseJson, readId, readReference, readTarget } from './attributes.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    target: { setTarget: (target: LinkTarget) => ReturnType; unsetTarget: () => ReturnType }
  }
}

const parsed: TagParseRule[] = [
  {
    tag: 'a[data-reference]',
    priority: 60,
    getAttrs: (element) => {
      const reference = readReference(parseJson(element.getAttribute('data-reference')))
      return reference ? { reference } : false
    },
  },
  { tag: 'a[href]', getAttrs: (element) => readTarget({ href: element.getAttribute('href') }) ?? false },
]

export const Link = Mark.create<{ takesEntries: boolean }>({
  name: 'link',
  priority: 1000,
  keepOnSplit: false,
  inclusive: false,
  addOptions: () => ({ takesEntries: true }),
  addAttributes: () => ({
    href: { default: null, rendered: false },
    reference: { default: null, rendered: false },
    entry: { default: null, rendered: false },
  }),
  parseHTML() {
    const ofEntry = {
      tag: 'a[data-entry]',
      priority: 60,
      getAttrs: (element: HTMLElement) => {
        const entry = readId(element.getAttribute('data-entry'))
        return entry ? { entry } : (false as const)
      },
    }
    return [...(this.options.takesEntries ? [ofEntry] : []), ...parsed]
  },
  renderHTML({ mark: { attrs } }) {
    const { entry, reference, href } = attrs
    if (entry) return ['a', { 'data-entry': entry, href: '#' }, 0]
    return reference
      ? ['a', { 'data-reference': JSON.stringify(reference), href: '#' }, 0]
      : ['a', { href: readWebAddress(href ?? '') ?? '#' }, 0]
  },
  addCommands() {
    return {
      setTarget:
        (target) =>
        ({ chain }) =>
          chain()
            .setMark('link', {
              href: target.href ?? null,
              reference: target.reference ?? null,
              entry: target.entry ?? null,
            })
            .setMeta(ledTo, target.href ? [target.href] : [])
            .run(),
      unsetTarget:
        () =>
        ({ chain }) =>
          chain().unsetMark('link', { extendEmptyMarkRange: true }).run(),
    }
  },
})

export const Highlight = Mark.create({
  name: 'highlight',
  parseHTML: () => [{ tag: 'mark' }],
  renderHTML: () => ['mark', 0],
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(==(?!\s+==)((?:[^=]+))==(?!\s+==))$/, type: this.type })]
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-h': () => this.editor.commands.toggleMark('highlight') }
  },
})

export const Key = Mark.create({
  name: 'key',
  parseHTML: () => [{ tag: 'kbd' }],
  renderHTML: () => ['kbd', 0],
})

/** Mark for inline code that can also be bold or a link. The mark of the library forbids both. */
export const CodeMark = Code.extend({ excludes: 'code' })
