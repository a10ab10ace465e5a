import { documentLimits, markOrder, type NodeName } from '#contract/writing/document.ts'
import { type NodeRule, type Part, schema } from '#server/writing/documents/check/schema.ts'
import { markWords, nodeWords } from './words.ts'

/** The format of documents, node by node, as a page of Markdown. It is written from the schema that documents are held to. */
export function drawFormat(): string {
  const names = Object.keys(schema) as NodeName[]
  return `${introduction}
## Nodes

| node | is | holds | attributes |
|---|---|---|---|
${names.map(rowOf).join('\n')}

Where a node says "blocks", these may stand: ${code(blocksIn('listItem'))}. "Flow" is these, and: ${code(beyond('doc', blocksIn('listItem')))}.
"Inline" is ${code(inline)}. A \`content\` that would be empty is absent, and so are \`attrs\` that say nothing and attributes that are null.

## Marks

The marks of a text are a list of \`{type}\`, in this order, each once.

| mark | is |
|---|---|
${markOrder.map((name) => `| \`${name}\` | ${markWords[name]} |`).join('\n')}

## Limits

A document has at most ${number(documentLimits.nodes)} nodes and ${number(documentLimits.bytes)} bytes of text and attributes, and is nested
at most ${documentLimits.depth} levels deep. An address has at most ${number(documentLimits.url)} characters.
`
}

const introduction = `# The document format

A long text (a field of the kind \`rich_text\`, or the \`document\` of an article) is a tree of nodes as JSON:
\`{ "type": "doc", "content": [ … ] }\`. A node has a \`type\`, where it has any its attributes in \`attrs\`, and the nodes that it holds in
\`content\`. Words are nodes of the type \`text\` with \`text\` and \`marks\`. Nodes and marks are named as those of Tiptap and ProseMirror are, where
these have them. This page is written from the schema that every document is checked against (\`npm run admin -- write-types\`).

\`\`\`json
{
  "type": "doc",
  "content": [
    { "type": "heading", "attrs": { "level": 2 }, "content": [{ "type": "text", "text": "Opening hours" }] },
    {
      "type": "paragraph",
      "content": [
        { "type": "text", "text": "We are open " },
        { "type": "text", "text": "every day", "marks": [{ "type": "bold" }] },
        { "type": "text", "text": "." }
      ]
    }
  ]
}
\`\`\`

Written, the id of a file or an entry is an id, or what was answered in its place. Of the content, delivery answers in the place of the id of a
file what a field of files answers (\`id\`, \`url\`, \`alt\` and so on), and in the place of the id of an entry \`{id, type, slug}\`; null where
whoever asks may not have it. Whoever wants no tree asks delivery for \`richText=html\`. \`POST /api/v1/documents\` makes a document of HTML or
Markdown.
`

const code = (names: Iterable<NodeName>) => [...names].map((name) => `\`${name}\``).join(', ')
const number = (count: number) => count.toLocaleString('en')

const blocksIn = (name: NodeName): NodeName[] => [...schema[name].content!.at(-1)!.of]
const beyond = (name: NodeName, known: NodeName[]) => blocksIn(name).filter((one) => !known.includes(one))
const inline = blocksIn('paragraph')

function rowOf(name: NodeName): string {
  const rule = schema[name]
  return `| \`${name}\` | ${nodeWords[name]} | ${holds(name, rule)} | ${attributes(rule) || '–'} |`
}

function holds(name: NodeName, { content }: NodeRule): string {
  if (name === 'text') return 'its `text`'
  if (content === null) return '–'
  return content.map(partOf).join(', then ')
}

function partOf({ of, least, most }: Part): string {
  const many =
    most === 1 ? 'one ' : most === Number.POSITIVE_INFINITY ? (least === 0 ? 'any ' : '') : `${least} to ${most} `
  return `${many}${groupOf([...of])}`
}

function groupOf(names: NodeName[]): string {
  const isSame = (others: NodeName[]) => others.length === names.length && others.every((one) => names.includes(one))
  if (isSame(blocksIn('listItem'))) return 'blocks'
  if (isSame(blocksIn('doc'))) return 'flow'
  if (isSame(blocksIn('column'))) return 'flow without columns'
  return isSame(inline) ? 'inline' : code(names)
}

const attributes = ({ attributes: all }: NodeRule): string =>
  Object.entries(all)
    .map(([name, { isRequired, form }]) => `\`${name}\`${isRequired ? ' (always)' : ''}: ${form.says}`)
    .join('<br>')
