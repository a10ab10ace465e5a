import './code-ink.css'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { codeLanguageOf } from '#contract/writing/document.ts'
import { classNames } from '#web/ui/class-names.ts'
import { colourCode } from './colour-code.ts'
import { drawLines, type Line, plainLines } from './draw-lines.ts'

type Props = { value: string; language: string | undefined; faultLine: number | undefined; className: string }

/** The lines of a text with line numbers, coloured as soon as the colours are known. */
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

/** What an editor of code does with Tab and Enter. `leaving`: whether Escape was pressed last, so that Tab leads on. */
export function editCode(event: KeyboardEvent<Area>, language: string | undefined, leaving: RefObject<boolean>) {
  const { key, shiftKey, currentTarget: area } = event
  const leaves = leaving.current
  // Shift is pressed before the Tab that it belongs to.
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

/** Languages that are indented with tabs. */
const stepOf = (language: string | undefined) => (language === 'go' || language === 'makefile' ? '\t' : '  ')

const startOf = ({ value, selectionStart }: Area) => value.lastIndexOf('\n', selectionStart - 1) + 1

/** The selected lines, the first from its beginning. */
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

/** Changes each selected line and keeps the selection. */
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

/** The only way to edit that the browser's undo knows. */
const write = (text: string) => void document.execCommand('insertText', false, text)
