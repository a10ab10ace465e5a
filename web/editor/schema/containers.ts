import { type Attribute, mergeAttributes, Node } from '@tiptap/core'
import { calloutKinds } from '#contract/writing/document.ts'

/** What may stand where a whole page could. A column holds all of it but columns. */
export const flowContent = '(block | flow | wide)+'
const columnContent = '(block | flow)+'

type Container = {
  content: string
  group?: string
  tag: string
  attributes?: Record<string, Attribute>
  isTitle?: true
}

/** A block that is nothing but what it holds, drawn as an element that names it. */
const container = (name: string, { content, group, tag, attributes = {}, isTitle }: Container) =>
  Node.create({
    name,
    content,
    group,
    defining: true,
    isolating: isTitle,
    addAttributes: () => attributes,
    parseHTML: () => [{ tag: `${tag}[data-node="${name}"]`, priority: 60 }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes, { 'data-node': name }), 0],
  })

export const Callout = container('callout', {
  content: 'block+',
  group: 'block',
  tag: 'div',
  attributes: {
    kind: {
      default: 'note',
      parseHTML: (element) =>
        calloutKinds.find((kind) => kind === element.getAttribute('data-kind')) ?? calloutKinds[0],
      renderHTML: ({ kind }) => ({ 'data-kind': kind }),
    },
  },
})

export const Steps = container('steps', { content: 'step+', group: 'flow', tag: 'ol' })
export const Step = container('step', { content: `stepTitle ${flowContent}`, tag: 'li' })
export const StepTitle = container('stepTitle', { content: 'inline*', tag: 'p', isTitle: true })

export const Details = container('details', {
  content: 'detailsSummary detailsContent',
  group: 'flow',
  tag: 'div',
}).extend({
  parseHTML: () => [{ tag: 'div[data-node="details"]', priority: 60 }, { tag: 'details' }],
})
export const DetailsSummary = container('detailsSummary', { content: 'inline*', tag: 'p', isTitle: true }).extend({
  parseHTML: () => [{ tag: 'p[data-node="detailsSummary"]', priority: 60 }, { tag: 'summary' }],
})
export const DetailsContent = container('detailsContent', { content: flowContent, tag: 'div' })

export const Columns = container('columns', { content: 'column{2,4}', group: 'wide', tag: 'div' })
export const Column = container('column', { content: columnContent, tag: 'div' })
