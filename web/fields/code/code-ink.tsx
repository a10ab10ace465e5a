import './code-ink.css'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { codeLanguageOf } from '#contract/writing/document.ts'
import { classNames } from '#web/ui/class-names.ts'
import { colourCode } from './colour-code.ts'

type Props = { value: string; language: string | undefined; faultLine: number | undefined; className: string }

export function CodeInk({ value, language, faultLine, className }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const drawn = useRef<Line[]>([])
  const wrong = useRef(faultLine)
  const draw = useRef((lines: Line[]) => {
    drawn.current = drawLines(frame.current!, drawn.current, lines)
    markLine(frame.current!, wrong.current)
  })
  useLayoutEffect(() => {
    wrong.current = faultLine
    draw.current(plainLines(value, drawn.current))
  }, [value, faultLine])
  useEffect(() => {
    const name = codeLanguageOf(language)
    if (!name) return
    let isWanted = true
    colourCode({ text: value, language: name, isWanted: () => isWanted }).then((lines) => {
      if (isWanted && lines) draw.current(lines)
    })
    return () => {
      isWanted = false
    }
  }, [value, language])
  return <div ref={frame} aria-hidden="true" className={classNames('code-ink absolute inset-0', className)} />
}

function markLine(frame: HTMLElement, line: number | undefined) {
  for (const marked of frame.querySelectorAll('[data-wrong]')) marked.removeAttribute('data-wrong')
  if (line !== undefined) frame.children[line - 1]?.setAttribute('data-wrong', '')
}

type Area = HTMLTextAreaElement

/** Handles Tab and Enter, which indent. `leaving`: Escape was the last key, so Tab moves the focus instead. */
export function editCode(event: KeyboardEvent<Area>, language: string | undefined, leaving: RefObject<boolean>) {
  const { key, shiftKey, currentTarget: area } = event
  const leaves = leaving.current
  // Shift does not reset `leaving`, because Shift+Tab can also follow Escape.
  if (key !== 'Shift') leaving.current = key === 'Escape'
  if (area.readOnly || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  const step = stepOf(language)
  if (key === 'Tab' && !leaves) {
    event.preventDefault()
    if (shiftKey) outdent(area, step)
    else if (linesOf(area).includes('\n')) indent(area, step)
    else write(step)
  }
  if (key === 'Enter') {
    event.preventDefault()
    breakLine(area, step)
  }
}

const stepOf = (language: string | undefined) => (language === 'go' || language === 'makefile' ? '\t' : '  ')

const startOf = ({ value, selectionStart }: Area) => value.lastIndexOf('\n', selectionStart - 1) + 1

const linesOf = (area: Area) => area.value.slice(startOf(area), area.selectionEnd)

function breakLine(area: Area, step: string) {
  const { value, selectionStart, selectionEnd } = area
  const before = value.slice(startOf(area), selectionStart)
  const own = /^[ \t]*/.exec(before)![0]
  const opened = /[([{]\s*$/.exec(before)?.[0].trim()
  if (!opened) return write(`\n${own}`)
  write(`\n${own}${step}`)
  if (value[selectionEnd] !== closing[opened]) return
  const at = area.selectionStart
  write(`\n${own}`)
  area.setSelectionRange(at, at)
}
const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

const indent = (area: Area, step: string) => rewrite(area, (line) => (line === '' ? line : step + line))

const outdent = (area: Area, step: string) =>
  rewrite(area, (line) => line.replace(step === '\t' ? /^(\t| {1,8})/ : /^( {1,2}|\t)/, ''))

function rewrite(area: Area, change: (line: string) => string) {
  const { selectionStart, selectionEnd } = area
  const start = startOf(area)
  const lines = area.value.slice(start).split('\n')
  const count = linesOf(area).split('\n').length
  const before = lines.slice(0, count)
  const after = before.map(change)
  const [from, to] = [before.join('\n'), after.join('\n')]
  if (from === to) return
  area.setSelectionRange(start, start + from.length)
  if (to === '') document.execCommand('delete')
  else write(to)
  const firstGrew = after[0]!.length - before[0]!.length
  const end = selectionEnd + to.length - from.length
  area.setSelectionRange(Math.max(start, selectionStart + firstGrew), Math.max(start, end))
}

/** Inserts text at the cursor. Browsers can undo an edit by a script only if it uses `execCommand`. */
const write = (text: string) => void document.execCommand('insertText', false, text)

type Piece = { text: string; look: string }
export type Line = Piece[]

const textOf = (line: Line) => line.map(({ text }) => text).join('')
const isSame = (one: Line | undefined, other: Line | undefined) =>
  one === other ||
  (one?.length === other?.length &&
    one!.every(({ text, look }, index) => text === other![index]!.text && look === other![index]!.look))

/** Returns the lines of a text. Unchanged lines keep their old colours until the new colours are known. */
function plainLines(text: string, before: Line[]): Line[] {
  const lines = text.split('\n')
  const known = before.map(textOf)
  const { head, tail } = sameEnds(known, lines, (one, other) => one === other)
  return lines.map((line, index) => {
    if (index < head) return before[index]!
    if (index >= lines.length - tail) return before[before.length - lines.length + index]!
    return [{ text: line, look: '' }]
  })
}

function drawLines(frame: HTMLElement, before: Line[], after: Line[]): Line[] {
  const { head, tail } = sameEnds(before, after, isSame)
  for (let left = before.length - tail - head; left > 0; left -= 1) frame.children[head]!.remove()
  const added = after.slice(head, after.length - tail).map(drawLine)
  const next = frame.children[head]
  if (next) next.before(...added)
  else frame.append(...added)
  return after
}

function drawLine(line: Line): HTMLElement {
  const element = document.createElement('div')
  const pieces = line.map(({ text, look }) => {
    if (look === '') return text
    const piece = document.createElement('span')
    piece.className = look
    piece.textContent = text
    return piece
  })
  element.append(...pieces)
  return element
}

function sameEnds<One>(before: One[], after: One[], isEqual: (one: One, other: One) => boolean) {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && isEqual(before[head]!, after[head]!)) head += 1
  let tail = 0
  while (tail < most - head && isEqual(before[before.length - 1 - tail]!, after[after.length - 1 - tail]!)) tail += 1
  return { head, tail }
}
