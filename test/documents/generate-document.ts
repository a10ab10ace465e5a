import type {
  BlockNode,
  Column,
  Document,
  FlowNode,
  InlineNode,
  LinkTarget,
  ListItem,
  Mark,
  Paragraph,
  PictureAttributes,
  Reference,
  Table,
  TableCell,
} from '#contract/writing/document.ts'
import type { Random } from '#test/faults/fuzz/seeded.ts'

const words = [
  ...[
    'Deploy',
    'the',
    'invoice',
    'to',
    'a',
    'B2B',
    'customer',
    'twice',
    'über',
    'naïve',
    'Ελλάδα',
    '日本語',
    '😀',
    'e\u0301',
  ],
  ...[
    '*',
    '**',
    '_',
    '__init__',
    'snake_case',
    '~',
    '~~',
    '`',
    '``x',
    '#',
    '##',
    '>',
    '-',
    '+',
    '1.',
    '2)',
    '[',
    ']',
    '[x]',
  ],
  ...[
    '![',
    '](',
    '<b>',
    '</p>',
    '&',
    '&amp;',
    '&nbsp;',
    '\\',
    '\\*',
    '|',
    ':',
    '---',
    '===',
    '"',
    "'",
    '$5',
    '{}',
    'a*b*c',
  ],
  ...[
    'https://x.example/a_b',
    'www.x.example',
    'me@x.example',
    'x<y',
    ':::',
    '@',
    '!',
    '?',
    '(c)',
    '^',
    '%20',
    '<!--',
    '[^1]',
    '%',
  ],
]

const names = ['The order', 'A & B', '"Quoted"', 'x < y', '50 %', '[draft]', 'a_b*c', 'Größe']
const hrefs = [
  'https://x.example/',
  'https://x.example/a_b?c=d&e=(f)#g',
  'http://x.example/%20',
  'mailto:me@x.example',
  'tel:+3851234567',
  '/knowledgebase',
  '#anchor',
  'page.html',
  'https://x.example/*a*/[b]/~c~',
]

/** Returns a random valid document. It can contain every node, mark and attribute in every allowed place. */
export function generateDocument(random: Random, size = 6): Document {
  return { type: 'doc', content: flowOf(random, size, 0) }
}

const times = <Made>(random: Random, most: number, make: () => Made): [Made, ...Made[]] => [
  make(),
  ...Array.from({ length: random.below(most) }, make),
]

function flowOf(random: Random, most: number, depth: number): FlowNode[] {
  return times(random, most, () => flowNode(random, depth))
}

function flowNode(random: Random, depth: number): FlowNode {
  if (depth > 2 || random.chance(0.6)) return random.chance(0.2) ? heading(random) : block(random, depth)
  const inner = () => flowOf(random, 3, depth + 1)
  const kinds: (() => FlowNode)[] = [
    () => table(random, depth),
    () => ({
      type: 'steps',
      content: times(random, 3, () => ({
        type: 'step',
        content: [{ type: 'stepTitle', ...line(random) }, ...inner()],
      })),
    }),
    () => ({
      type: 'details',
      content: [
        { type: 'detailsSummary', ...line(random) },
        { type: 'detailsContent', content: inner() },
      ],
    }),
    () => ({ type: 'columns', content: Array.from({ length: 2 + random.below(3) }, () => column(inner())) }),
    () => ({ type: 'categoryList', attrs: { reference: { kind: 'category', id: random.uuid() } } }),
    () => ({ type: 'include', attrs: { reference: reference(random) } }),
  ]
  return random.pick(kinds)()
}

function column(content: FlowNode[]): Column {
  const fitting = content.filter((node) => node.type !== 'columns')
  return { type: 'column', content: fitting.length > 0 ? fitting : [{ type: 'paragraph' }] }
}

const heading = (random: Random): FlowNode => ({
  type: 'heading',
  attrs: { level: random.pick([2, 3, 4] as const) },
  ...line(random),
})

const paragraph = (random: Random): Paragraph => ({ type: 'paragraph', ...line(random) })

function block(random: Random, depth: number): BlockNode {
  if (depth > 3 || random.chance(0.5)) return paragraph(random)
  const inner = () => times(random, 3, () => block(random, depth + 1))
  const item = (): ListItem['content'] => [paragraph(random), ...(random.chance(0.3) ? inner() : [])]
  const kinds: (() => BlockNode)[] = [
    () => ({ type: 'bulletList', content: times(random, 3, () => ({ type: 'listItem', content: item() })) }),
    () => ({
      type: 'orderedList',
      ...(random.chance(0.3) && { attrs: { start: 2 + random.below(99) } }),
      content: times(random, 3, () => ({ type: 'listItem', content: item() })),
    }),
    () => ({
      type: 'taskList',
      content: times(random, 3, () => ({
        type: 'taskItem',
        ...(random.chance(0.5) && { attrs: { checked: true } }),
        content: item(),
      })),
    }),
    () => ({ type: 'blockquote', content: inner() }),
    () => ({ type: 'callout', attrs: { kind: random.pick(['note', 'tip', 'warning'] as const) }, content: inner() }),
    () => code(random),
    () => ({ type: 'picture', attrs: picture(random) }),
    () => ({ type: 'file', attrs: { file: random.uuid(), name: random.pick(names) } }),
    () => ({
      type: 'video',
      attrs: {
        url: random.pick([
          'https://www.youtube.com/watch?v=a_b-C123456',
          'https://vimeo.com/1234567',
          'https://www.loom.com/share/abc',
        ]),
        ...(random.chance(0.5) && { title: random.pick(names) }),
        ...(random.chance(0.3) && { poster: random.uuid() }),
      },
    }),
    () => ({ type: 'entry', attrs: { entry: random.uuid() } }),
    () => ({ type: 'horizontalRule' }),
  ]
  return random.pick(kinds)()
}

function code(random: Random): BlockNode {
  const lines = times(random, 4, () =>
    random.pick(['let x = "<b>"', '', '  indented', '```', '~~~~', '\ttab', '&amp; *a*', 'select 1', '</pre>']),
  )
  const text = lines.join('\n')
  return {
    type: 'codeBlock',
    ...(random.chance(0.6) && { attrs: { language: random.pick(['js', 'sql', 'c++', 'unheard-of']) } }),
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  }
}

const picture = (random: Random): PictureAttributes => ({
  file: random.uuid(),
  ...(random.chance(0.6) && { alt: random.pick(names) }),
  ...(random.chance(0.4) && { caption: random.pick(names) }),
  ...(random.chance(0.3) && { width: 16 + random.below(900) }),
  ...(random.chance(0.3) && {
    link: target(random),
  }),
})

const target = (random: Random): LinkTarget => {
  if (random.chance(0.5)) return { href: random.pick(hrefs) }
  return random.chance(0.6) ? { reference: reference(random) } : { entry: random.uuid() }
}

const reference = (random: Random): Reference => ({
  kind: 'article',
  id: random.uuid(),
  ...(random.chance(0.4) && { anchor: random.pick(['set-up', 'größe', '日本語-1']) }),
})

function table(random: Random, depth: number): Table {
  const columns = 1 + random.below(4)
  const isSimple = random.chance(0.5)
  const head = random.chance(0.7)
  const cell = (isHead: boolean): TableCell => {
    const attrs: TableCell['attrs'] = {
      ...(random.chance(0.2) && { align: random.pick(['left', 'center', 'right'] as const) }),
      ...(!isSimple && random.chance(0.2) && { rowspan: 2 }),
      ...(!isSimple && random.chance(0.2) && { colspan: 2, ...(random.chance(0.5) && { colwidth: [120, 0] }) }),
    }
    return {
      type: isHead ? 'tableHeader' : 'tableCell',
      ...(Object.keys(attrs).length > 0 && { attrs }),
      content: isSimple ? [paragraph(random)] : times(random, 2, () => block(random, depth + 2)),
    }
  }
  return {
    type: 'table',
    content: Array.from({ length: 1 + random.below(4) }, (_, row) => ({
      type: 'tableRow',
      content: Array.from({ length: columns }, () => cell((head && row === 0) || (!isSimple && random.chance(0.1)))),
    })),
  }
}

/** Returns random inline content. It has no white space at its ends, because no rendering keeps such white space. */
function line(random: Random): { content?: InlineNode[] } {
  if (random.chance(0.05)) return {}
  const nodes = times(random, 5, () => inlineNode(random))
  const content = nodes.flatMap((node, index): InlineNode[] => {
    const before = nodes[index - 1]
    if (node.type === 'hardBreak')
      return index === 0 || index === nodes.length - 1 || before?.type === 'hardBreak' ? [] : [node]
    if (before?.type !== 'text' || node.type !== 'text') return [node]
    return sameMarks(before.marks, node.marks) ? [] : [random.chance(0.6) ? { ...node, text: ` ${node.text}` } : node]
  })
  return content.length > 0 && content.at(-1)!.type !== 'hardBreak' ? { content: joinedOnce(content) } : {}
}

/** Removes a text after a text with the same marks. The node between the two texts can be left out before. */
function joinedOnce(content: InlineNode[]): InlineNode[] {
  return content.filter((node, index) => {
    const before = content[index - 1]
    return !(node.type === 'text' && before?.type === 'text' && sameMarks(before.marks, node.marks))
  })
}

function inlineNode(random: Random): InlineNode {
  if (random.chance(0.06)) return { type: 'hardBreak' }
  if (random.chance(0.06)) return { type: 'inlineEntry', attrs: { entry: random.uuid() } }
  const text = times(random, 4, () => random.pick(words)).join(' ')
  const marks = marksOf(random)
  return { type: 'text', text, ...(marks.length > 0 && { marks }) }
}

function marksOf(random: Random): Mark[] {
  if (random.chance(0.6)) return []
  const share = () => random.chance(0.3)
  return [
    ...(share() ? [link(random)] : []),
    ...(['bold', 'italic', 'strike', 'highlight', 'key', 'code'] as const).flatMap((type): Mark[] =>
      share() ? [{ type }] : [],
    ),
  ]
}

const link = (random: Random): Mark => ({ type: 'link', attrs: target(random) })

const sameMarks = (one: Mark[] = [], other: Mark[] = []) => JSON.stringify(one) === JSON.stringify(other)
