import { type Mark, type MarkName, markOrder } from '#contract/writing/document.ts'
import { Fault, fieldsOf, readLinkTarget } from './attributes.ts'

export function readMarks(value: unknown, path: string): Mark[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > markOrder.length)
    throw new Fault(path, `This has to be a list of at most ${markOrder.length} marks`)
  const known = new Map<MarkName, Mark>()
  value.forEach((mark, index) => {
    const read = readMark(mark, `${path}[${index}]`)
    if (known.has(read.type)) throw new Fault(`${path}[${index}]`, `This text is marked as ${read.type} twice`)
    known.set(read.type, read)
  })
  return markOrder.flatMap((name) => known.get(name) ?? [])
}

function readMark(value: unknown, path: string): Mark {
  const { type, attrs } = fieldsOf(value, path, ['type', 'attrs'])
  const name = markOrder.find((one) => one === type)
  if (!name) throw new Fault(`${path}.type`, 'There is no mark of this name')
  if (name === 'link') return { type: name, attrs: readLinkTarget(attrs ?? {}, `${path}.attrs`) }
  fieldsOf(attrs ?? {}, `${path}.attrs`, [])
  return { type: name }
}

/**
 * Compares two checked marks. A checked link always has its properties in the same order, so its JSON can be compared.
 */
export const isSameMark = (one: Mark, other: Mark) =>
  one.type === other.type && (one.type !== 'link' || JSON.stringify(one) === JSON.stringify(other))
