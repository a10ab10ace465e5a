import {
  type Document,
  type DocumentFault,
  type DocumentNode,
  documentLimits,
  type InlineNode,
  type NodeName,
  type Table,
} from '#contract/writing/document.ts'
import { joinTexts } from '#contract/writing/merging/tidy.ts'
import { Fault, fieldsOf } from './attributes.ts'
import { cleanCode, cleanText } from './clean-text.ts'
import { readMarks } from './inline.ts'
import { type NodeRule, type Part, schema } from './schema.ts'

export type DocumentCheck = { document: Document; fault?: never } | { document?: never; fault: DocumentFault }

type Read = { nodes: number; bytes: number; includes: number }

export function checkDocument(value: unknown): DocumentCheck {
  try {
    return { document: readNode(value, 'document', 0, ['doc'], { nodes: 0, bytes: 0, includes: 0 }) as Document }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.told }
    throw error
  }
}

const fieldNames = ['type', 'attrs', 'content', 'marks', 'text'] as const
type Fields = Partial<Record<(typeof fieldNames)[number], unknown>>

/** The depth limit protects this recursive function from a stack overflow. */
function readNode(value: unknown, path: string, depth: number, allowed: Iterable<NodeName>, read: Read): DocumentNode {
  if (depth > documentLimits.depth)
    throw new Fault(path, `This is nested more than ${documentLimits.depth} levels deep`)
  if (++read.nodes > documentLimits.nodes)
    throw new Fault(path, `A document has at most ${documentLimits.nodes.toLocaleString('en')} parts`)
  const fields = fieldsOf(value, path, fieldNames)
  const type = readType(fields.type, path, allowed)
  if (type === 'text') return readText(fields, path, read)
  if (type === 'include' && ++read.includes > documentLimits.includes)
    throw new Fault(path, `An article includes at most ${documentLimits.includes} parts of other articles`)
  const rule = schema[type]
  if (fields.text !== undefined) throw new Fault(`${path}.text`, `A ${type} has no text of its own`)
  // An editor can put marks on a line break or an inline entry. These marks are checked, but not stored.
  if (type === 'hardBreak' || type === 'inlineEntry') readMarks(fields.marks, `${path}.marks`)
  else if (fields.marks !== undefined) throw new Fault(`${path}.marks`, `A ${type} has no marks`)
  const attributes = readAttributes(fields.attrs, `${path}.attrs`, rule, read)
  const content = readContent(fields.content, path, depth, type, read)
  const node = {
    type,
    ...(attributes && { attrs: attributes }),
    ...(content.length > 0 && { content }),
  } as DocumentNode
  if (node.type === 'table') checkTable(node, path)
  return node
}

function readType(value: unknown, path: string, allowed: Iterable<NodeName>): NodeName {
  if (typeof value !== 'string' || !Object.hasOwn(schema, value))
    throw new Fault(`${path}.type`, 'There is no part of a document of this name')
  for (const name of allowed) if (name === value) return name
  throw new Fault(path, `A ${value} cannot stand here`)
}

function readText({ text, marks, attrs, content }: Fields, path: string, read: Read): InlineNode {
  if (typeof text !== 'string') throw new Fault(`${path}.text`, 'This has to be a text')
  fieldsOf(attrs ?? {}, `${path}.attrs`, [])
  if (content !== undefined) throw new Fault(`${path}.content`, 'A text holds nothing else')
  countBytes(text, path, read)
  const known = readMarks(marks, `${path}.marks`)
  for (const mark of known) if (mark.type === 'link') countBytes(JSON.stringify(mark.attrs), path, read)
  return { type: 'text', text, ...(known.length > 0 && { marks: known }) }
}

function readAttributes(value: unknown, path: string, { attributes }: NodeRule, read: Read) {
  const names = Object.keys(attributes)
  const given = value === undefined ? {} : fieldsOf(value, path, names)
  const kept: Record<string, unknown> = {}
  for (const name of names) {
    const { isRequired, read: readValue } = attributes[name]!
    if (given[name] === undefined && isRequired) throw new Fault(`${path}.${name}`, 'This is missing')
    const known = given[name] === undefined ? undefined : readValue(given[name], `${path}.${name}`)
    if (known !== undefined) kept[name] = known
  }
  if (Object.keys(kept).length === 0) return null
  countBytes(JSON.stringify(kept), path, read)
  return kept
}

function countBytes(text: string, path: string, read: Read) {
  read.bytes += Buffer.byteLength(text)
  if (read.bytes > documentLimits.bytes)
    throw new Fault(path, 'This document is too long: it has more than 1 MiB of text')
}

function readContent(value: unknown, path: string, depth: number, type: NodeName, read: Read): DocumentNode[] {
  const parts = schema[type].content
  const children = value ?? []
  if (!Array.isArray(children)) throw new Fault(`${path}.content`, 'This has to be a list')
  if (parts === null && children.length > 0) throw new Fault(`${path}.content`, `A ${type} holds nothing`)
  if (type === 'doc' && children.length === 0) return [{ type: 'paragraph' }]
  const place = placeIn(parts ?? [], type, path)
  const nodes = children.map((child, index) => {
    const at = `${path}.content[${index}]`
    return readNode(child, at, depth + 1, place.allow(child, at), read)
  })
  place.finish(children.length)
  return holdsText(parts) ? tidyTexts(nodes, type, path) : nodes
}

function placeIn(parts: Part[], type: NodeName, path: string) {
  let current = 0
  let count = 0
  const needMore = (at: string) => {
    const [first] = parts[current]!.of
    throw new Fault(at, `A ${type} needs a ${first} here`)
  }
  return {
    allow(child: unknown, at: string): Iterable<NodeName> {
      const name = (child as { type?: NodeName } | null)?.type as NodeName
      while (current < parts.length - 1 && (!parts[current]!.of.has(name) || count >= parts[current]!.most)) {
        if (count < parts[current]!.least) needMore(at)
        current++
        count = 0
      }
      if (++count > parts[current]!.most)
        throw new Fault(at, `A ${type} holds no more than ${parts[current]!.most} of these`)
      return parts[current]!.of
    },
    finish(length: number) {
      for (; current < parts.length; current++, count = 0)
        if (count < parts[current]!.least) needMore(`${path}.content[${length}]`)
    },
  }
}

const holdsText = (parts: Part[] | null) => parts?.some(({ of }) => of.has('text')) ?? false

function tidyTexts(nodes: DocumentNode[], type: NodeName, path: string): DocumentNode[] {
  const clean = type === 'codeBlock' ? cleanCode : cleanText
  nodes.forEach((node, index) => {
    if (type === 'codeBlock' && node.type === 'text' && node.marks)
      throw new Fault(`${path}.content[${index}].marks`, 'Text of a code block has no marks')
  })
  return joinTexts(nodes.map((node) => (node.type === 'text' ? { ...node, text: clean(node.text) } : node)))
}

function checkTable(table: Table, path: string): void {
  table.content.forEach(({ content: cells = [] }, row) => {
    let columns = 0
    cells.forEach(({ attrs: { colspan = 1, colwidth } = {} }, index) => {
      const at = `${path}.content[${row}].content[${index}]`
      columns += colspan
      if (columns > documentLimits.columnsOfTable)
        throw new Fault(at, `A table has at most ${documentLimits.columnsOfTable} columns`)
      if (colwidth && colwidth.length !== colspan)
        throw new Fault(`${at}.attrs.colwidth`, 'A cell has one width for each column it spans')
    })
  })
}
