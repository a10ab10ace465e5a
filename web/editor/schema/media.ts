import { type Attribute, mergeAttributes, Node, type NodeConfig } from '@tiptap/core'
import { carriedText, carriedValue, readFileId, readReference, readTarget, readWidth } from './attributes.ts'

/** A block that holds no text of its own. */
const leaf = (
  name: string,
  group: 'block' | 'flow',
  attributes: Record<string, Attribute>,
  isWhole: NodeConfig['parseHTML'],
) =>
  Node.create({
    name,
    group,
    atom: true,
    draggable: true,
    addAttributes: () => attributes,
    parseHTML: isWhole,
    renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-node': name })],
  })

/** Ours, with the attribute that it is nothing without. */
const own = (name: string, isWhole: (element: HTMLElement) => boolean) => () => [
  {
    tag: `div[data-node="${name}"]`,
    priority: 60,
    getAttrs: (element: HTMLElement) => (isWhole(element) ? null : (false as const)),
  },
]
const hasFile = (element: HTMLElement) => readFileId(element.getAttribute('data-file')) !== null
const hasReference = (kind: 'article' | 'category') => (element: HTMLElement) => {
  const { parseHTML } = carriedValue('reference', readReference)
  return (parseHTML?.(element) as { kind?: string } | null)?.kind === kind
}

export const Picture = leaf(
  'picture',
  'block',
  {
    file: carriedText('file'),
    alt: carriedText('alt'),
    caption: carriedText('caption'),
    width: carriedValue('width', readWidth),
    link: carriedValue('link', readTarget),
  },
  own('picture', hasFile),
)

export const FileBlock = leaf(
  'file',
  'block',
  { file: carriedText('file'), name: carriedText('name', 'file') },
  own('file', hasFile),
)

export const Video = leaf(
  'video',
  'block',
  { url: carriedText('url'), title: carriedText('title'), poster: carriedText('poster') },
  own('video', (element) => element.getAttribute('data-url')?.startsWith('https://') ?? false),
)

const reference = { reference: carriedValue('reference', readReference) }
export const CategoryList = leaf('categoryList', 'flow', reference, own('categoryList', hasReference('category')))
export const Include = leaf('include', 'flow', reference, own('include', hasReference('article')))
