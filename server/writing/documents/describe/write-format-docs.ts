import { keysOf } from '#contract/keys-of.ts'
import { documentLimits, markOrder, type NodeName } from '#contract/writing/document.ts'
import { type NodeRule, type Part, schema } from '#server/writing/documents/check/schema.ts'
import { markWords, nodeWords } from './words.ts'

/** Returns the text of docs/documents.md, generated from the document schema. */
export function writeFormatDocs(): string {
  const names = keysOf(schema)
  return `${introduction}
## Nodes

| Node | What it is | Content | Attributes |
|---|---|---|---|
${names.map(rowOf).join('\n')}

| Group | Nodes |
|---|---|
| blocks | ${code(blocksIn('listItem'))} |
| flow | all blocks, and ${code(beyond('doc', blocksIn('listItem')))} |
| inline | ${code(inline)} |

An empty \`content\`, empty \`attrs\`, and attributes that are null are left out.

## Marks

\`marks\` of a text is a list of \`{type}\`. Each mark occurs once, in this order.

| Mark | What it is |
|---|---|
${markOrder.map((name) => `| \`${name}\` | ${markWords[name]} |`).join('\n')}

## Limits

| | At most |
|---|---|
| nodes of a document | ${number(documentLimits.nodes)} |
| bytes of its text and attributes | ${number(documentLimits.bytes)} |
| levels of nesting | ${documentLimits.depth} |
| characters of an address | ${number(documentLimits.url)} |
`
}

const introduction = `# The document format

A document is a long text: the value of a field of the kind \`rich_text\`, or the \`document\` of an article. It is JSON.

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

A node has a \`type\`. It can have attributes in \`attrs\` and nodes in \`content\`. The type \`text\` has \`text\` and \`marks\`. Nodes and marks have
the names of Tiptap and ProseMirror, if they exist there. This page is written from the schema against which every document is checked
(\`npm run admin -- write-types\`).

You do not have to build or read this tree. \`POST /api/v1/documents\` [makes a document](api/writing-entries.md#write-a-draft) of HTML or
Markdown, and \`richText=html\` [delivers HTML](api/content-fields.md#rich-texts).

## Files and entries

When you write a document, \`file\`, \`poster\` and \`entry\` take an id, or what you read in its place. When you read content:

| Attribute | Value |
|---|---|
| \`file\`, \`poster\` | the file, as a field of files has it: \`id\`, \`url\`, \`alt\` and so on |
| \`entry\` | \`{id, type, slug}\` |
| either | null if you may not see it |
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
    .map(([name, { isRequired, doc }]) => `\`${name}\`${isRequired ? ' (always)' : ''}: ${doc.says}`)
    .join('<br>')
