import { type Attribute, mergeAttributes, Node, type NodeConfig } from '@tiptap/core'
import { carriedText, carriedValue, parseJson, readId, readReference, readTarget, readWidth } from './attributes.ts'

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

// Returns the rule that parses an element written by this editor. `isWhole` returns whether the element has its
// required attribute.
const own = (name: string, isWhole: (element: HTMLElement) => boolean) => () => [
  {
    tag: `div[data-node="${name}"]`,
    priority: 60,
    getAttrs: (element: HTMLElement) => (isWhole(element) ? null : (false as const)),
  },
]
const has = (name: 'file' | 'entry') => (element: HTMLElement) => readId(element.getAttribute(`data-${name}`)) !== null
const hasReference = (kind: 'article' | 'category') => (element: HTMLElement) =>
  readReference(parseJson(element.getAttribute('data-reference')))?.kind === kind

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
  own('picture', has('file')),
)

export const FileBlock = leaf(
  'file',
  'block',
  { file: carriedText('file'), name: carriedText('name', 'file') },
  own('file', has('file')),
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

const entry = { entry: carriedText('entry') }
export const EntryBlock = leaf('entry', 'block', entry, own('entry', has('entry')))

export const InlineEntry = Node.create({
  name: 'inlineEntry',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => entry,
  parseHTML: () => [
    {
      tag: 'span[data-node="inlineEntry"]',
      priority: 60,
      getAttrs: (element) => (has('entry')(element) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes, { 'data-node': 'inlineEntry' })],
})
